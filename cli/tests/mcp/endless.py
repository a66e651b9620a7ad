"""Runs until it is stopped."""
n = 0
while True:
    n += 1
    m = n
