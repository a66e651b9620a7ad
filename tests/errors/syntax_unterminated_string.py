"""A string that is not ended on its line."""

name = "ann
print(name)
