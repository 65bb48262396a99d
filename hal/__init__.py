"""Between the firmware and the metal: what may be asked of a table, and who answers."""
