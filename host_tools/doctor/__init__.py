"""What stands in the way of following and asking tables from this computer, and the remedy."""
