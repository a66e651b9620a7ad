# single
x + 1
