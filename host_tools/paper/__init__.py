"""Reports on paper and on the screen: documents and the figures in them."""
