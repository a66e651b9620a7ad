"""raise SystemExit ends the program quietly, with status 0."""

for n in range(5):
    if n == 3:
        raise SystemExit
    print(n)
