"""Lists: methods, aliasing, mutation while iterating, copying, comparison, multiplication, deletion."""

a = [3, 1, 2]
b = a
b.append(4)
print(a, a is b, a == [3, 1, 2, 4])
a.extend("xy")
a.insert(0, "first")
a.insert(-1, "before last")
a.insert(100, "end")
print(a, len(a), a.index(2), a.count("x"))
print(a.pop(), a.pop(0), a.pop(-2), a)
a.remove("x")
a.reverse()
print(a, b)
c = a.copy()
c.clear()
print(c, a, [] == c)
del a[0], a[-1]
a[0] = [1]
a *= 2
a[0].append(2)
print(a)
grid = [[0] * 2] * 2
grid[0][0] = 1
print(grid, [[0] * 2 for _ in range(2)])
print([1, 2] + [3], [0] * 3, [1, 2] < [1, 3], [1] < [1, 0], 2 in [1, 2], [] or "empty", [1, [2]] == [1, [2]])
numbers = list(range(10))
for n in numbers:
    if n % 2 == 0:
        numbers.remove(n)
print(numbers)
stack = []
for c in "(()(":
    if c == "(":
        stack.append(c)
    elif stack:
        stack.pop()
print(len(stack))
matrix = [[1, 2], [3, 4]]
shallow = list(matrix)
shallow[0][0] = 99
shallow.append(5)
print(matrix, shallow)
words = ["b", "a"]
print(sorted(words), words, words.sort(), words, words.append(1), tuple(words))
rotated = [1, 2, 3, 4]
rotated.append(rotated.pop(0))
rotated[0], rotated[-1] = rotated[-1], rotated[0]
print(rotated, list("abc"), list({1: 2}), list(range(2)))
t = (1, [2], "x")
t[1].append(3)
print(t, t + (4,), t[::-1], t.index("x"), (1,), (), hash((1, 2)) == hash((1, 2)))
for action in (lambda: [].pop(), lambda: [1].remove(2), lambda: [1].index(5), lambda: [1][3], lambda: [] + (), lambda: t.__setitem__(0, 1),
               lambda: [1] < ["a"], lambda: [1].pop(7), lambda: [1] * "x", lambda: [].insert("a", 1)):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
