"""What a person sees of a running table, in words."""
