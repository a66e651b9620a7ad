"""Bytes that are not UTF-8, and no line that names a coding."""

print("grün")
