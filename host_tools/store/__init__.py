"""Lines received from the tables, kept once each and checked on the way in."""
