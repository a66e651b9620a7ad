def name(thing):
    match thing:
        case 0:
            kind = "zero"
        case int(n) if n > 5:
            kind = "big"
        case [x, *rest]:
            kind = "list"
            print(x, rest)
        case {"k": v}:
            kind = "dict"
        case _:
            kind = "other"
    return kind


print(name(0), name([1, 2]))
print(name({"k": 3}), name(7))
print(name("text"))
