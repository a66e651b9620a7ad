"""One equals sign where two are meant."""

x = 1
if x = 1:
    print("one")
