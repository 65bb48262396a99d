"""The person at the command line, for every test here that asks for `host`."""

from tests.host_commands import host

__all__ = ["host"]
