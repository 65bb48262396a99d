"""The conversation between table and host: hello, acknowledge, resume, roles."""
