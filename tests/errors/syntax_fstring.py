"""An f-string with an empty expression."""

name = "ann"
print(f"hello {name} {}")
