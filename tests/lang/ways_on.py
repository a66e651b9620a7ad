"""Calls, a handler and a delegating generator, to be sent on other ways by the debugger."""
def total(items):
    out = 0
    for item in items:
        out += price(item)
    return out

def price(item):
    try:
        value = item * 2
        if value > 5:
            raise ValueError(value)
    except ValueError as e:
        value = 5
    return value

def gen(n):
    for i in range(n):
        got = yield i
    return "done"

print(total([1, 2, 3]))
def use():
    result = yield from gen(3)
    print("result", result)
print(list(use()))
print("end")
