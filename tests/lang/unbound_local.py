"""A variable that a function uses before it has a value."""


def f(flag):
    if flag:
        x = 1
    try:
        print(x)
    except UnboundLocalError as e:
        print(e)
    return flag


f(True)
f(False)
