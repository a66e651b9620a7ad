"""A line that is indented for no reason."""

a = 1
    b = 2
print(a + b)
