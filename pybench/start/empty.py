"""Nothing: what is left is starting."""
