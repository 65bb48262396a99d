"""The `mazziere` command, one file a noun."""
