"""Dictionaries: made, written, read, by keys of several kinds."""


def creation(rounds):
    for _ in range(rounds):
        a = {}
        b = {}
        c = {"a": 1}
        a = {1: "x", 2: "y", 3: "z"}
        b = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
        c = {}
        d = dict(a=1, b=2)
        e = {i: i for i in (1, 2, 3)}
    return (a, b, c, d, e)


def string_keys(rounds):
    d = {}
    for _ in range(rounds):
        d["abc"] = 1
        d["def"] = 2
        d["ghi"] = 3
        d["jkl"] = 4
        a = d["abc"] + d["def"] + d["ghi"] + d["jkl"]
        d["abc"] = a
        d["mno"] = d["def"]
        b = d["mno"] + d["abc"]
        d["def"] = b
    return d


def float_keys(rounds):
    d = {}
    for _ in range(rounds):
        d[1.25] = 1
        d[2.5] = 2
        d[3.75] = 3
        d[4.125] = 4
        a = d[1.25] + d[2.5] + d[3.75] + d[4.125]
        d[1.25] = a
        d[5.5] = d[2.5]
        b = d[5.5] + d[1.25]
        d[2.5] = b
    return d


def integer_keys(rounds):
    d = {}
    for _ in range(rounds):
        d[1] = 1
        d[22] = 2
        d[333] = 3
        d[4444] = 4
        a = d[1] + d[22] + d[333] + d[4444]
        d[1] = a
        d[55555] = d[22]
        b = d[55555] + d[1]
        d[22] = b
    return d


def manipulation(rounds):
    for _ in range(rounds):
        d = {}
        d[0] = 3
        d[1] = 4
        d[2] = 5
        a = 1 in d
        b = 7 in d
        d.update({3: 6, 4: 7})
        c = d.get(3, 0) + d.get(9, 1)
        d.setdefault(5, 8)
        del d[0]
        e = d.pop(1)
        k = list(d.keys())
        v = sum(d.values())
        for key, value in d.items():
            c += key
        f = d.copy()
    return (a, b, c, e, f, k, v)


TESTS = [
    ("DictCreation", 58000, creation, ({1: 'x', 2: 'y', 3: 'z'}, {'one': 1, 'two': 2, 'three': 3, 'four': 4, 'five': 5}, {}, {'a': 1, 'b': 2}, {1: 1, 2: 2, 3: 3})),
    ("DictWithStringKeys", 190000, string_keys, {'abc': 10, 'def': 12, 'ghi': 3, 'jkl': 4, 'mno': 2}),
    ("DictWithFloatKeys", 140000, float_keys, {1.25: 10, 2.5: 12, 3.75: 3, 4.125: 4, 5.5: 2}),
    ("DictWithIntegerKeys", 200000, integer_keys, {1: 10, 22: 12, 333: 3, 4444: 4, 55555: 2}),
    ("SimpleDictManipulation", 42000, manipulation, (True, False, 21, 4, {2: 5, 3: 6, 4: 7, 5: 8}, [2, 3, 4, 5], 26)),
]
