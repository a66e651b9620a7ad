"""A reserved word as a name."""

class = "first"
