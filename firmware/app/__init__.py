"""The shell around the pure rooms: boot, loop, keys, performers, displays; the only user of a board."""
