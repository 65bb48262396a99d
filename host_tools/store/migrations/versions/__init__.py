"""One file a step; a step once published is never changed."""
