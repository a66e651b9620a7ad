"""Has more than two million events."""


def double(n):
    return 2 * n


total = 0
for number in range(430_000):
    total += double(number)
print(total)
