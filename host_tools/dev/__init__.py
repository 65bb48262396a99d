"""Tools for those who work on the code: generators and checks of the source."""
