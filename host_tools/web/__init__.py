"""The live view as a web page: what is shown, who may see it, how it runs."""
