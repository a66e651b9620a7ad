def squares(n):
    a = [i * i for i in range(n)]
    b = {
        i: i + 1
        for i in a
        if i
    }
    c = sum(
        i
        for i in b
    )
    print(a, b, c)
    return lambda x: (
        x
        + c
    )


f = squares(3)
print(f(1))
print([j for j in "ab"])
