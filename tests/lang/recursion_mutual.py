"""Two and three functions that call each other."""


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


def expression(tokens):
    value = term(tokens)
    while tokens and tokens[0] in "+-":
        if tokens.pop(0) == "+":
            value += term(tokens)
        else:
            value -= term(tokens)
    return value


def term(tokens):
    value = factor(tokens)
    while tokens and tokens[0] == "*":
        tokens.pop(0)
        value *= factor(tokens)
    return value


def factor(tokens):
    token = tokens.pop(0)
    if token == "(":
        value = expression(tokens)
        tokens.pop(0)
        return value
    return int(token)


print(is_even(8), is_odd(5), is_even(3))
print([female(n) for n in range(6)], [male(n) for n in range(6)])
print(expression(list("2*(3+4)-5*2")))
