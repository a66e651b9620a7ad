"""Runs until it is stopped, and says how far it is."""

n = 0
while True:
    n += 1
    if n % 100_000 == 0:
        print("round", n)
