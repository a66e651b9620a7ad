"""return outside of a function."""

x = 5
return x
