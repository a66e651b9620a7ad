"""A keyword argument given twice."""

print("a", end="", end="!")
