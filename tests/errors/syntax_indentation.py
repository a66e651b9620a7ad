"""A body that is not indented."""

for n in range(3):
print(n)
