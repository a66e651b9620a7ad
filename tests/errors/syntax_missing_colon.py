"""A compound statement without its colon."""


def double(n)
    return 2 * n


print(double(4))
