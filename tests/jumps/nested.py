def outer(x):
    y = x + 1

    def inner(z):
        nonlocal y
        y += z
        w = y
        return w

    class Local:
        size = y

        def get(self):
            return self.size

    del x
    print(inner(2), Local().get())
    if y > 3:
        unset = 1
    print(y, unset)
    return inner


print(outer(1)(5))
