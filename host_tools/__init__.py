"""What the room runs beside the table: command line, link, store, views, replay."""
