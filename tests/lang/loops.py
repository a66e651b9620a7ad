"""while and for with else, break, continue, nested loops, one-line bodies, loops over changing lists."""


def find(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            break
    else:
        return "not found"
    return i


print(find("abc", "b"), find("abc", "z"), find("", "a"))
n = 10
while n > 0:
    n -= 3
    if n == 4:
        continue
    if n == -100:
        break
else:
    print("while ended", n)
while True:
    n += 1
    if n > 2: break
else:
    print("never")
print(n)
for i in range(3): print(i, end=" ")
print()
for n in range(2, 12):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, "is prime")
queue = [3]
for item in queue:
    if item:
        queue.append(item - 1)
print(queue)
while queue:
    queue.pop()
print(queue)
found = None
for row in range(3):
    for col in range(3):
        if row * col == 2:
            found = row, col
            break
    if found:
        break
print(found)
for _ in ():
    pass
else:
    print("empty loop has an else too")
for i in range(2):
    pass
print(i)
i = 0
while (i := i + 1) < 3:
    print("walrus", i)
for a in [1, 2]:
    for b in (3, 4):
        if b == 3:
            continue
        print(a, b)
x = 5
while x:
    x -= 1
for key in {"k": 1, "l": 2}: print(key)
while 0:
    print("compiled away")
if 1:
    print("always")
for i in range(3):
    if i == 1:
        pass
    elif i == 2:
        print("two")
    else:
        print("zero")
