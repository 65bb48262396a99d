"""Host end of the serial link: transport, reconnect, resume."""
