# Files that are written and not closed, and read again: what was written is there, whatever else is open.
import io
import os

kept = open("kept.txt", "w")
kept.write("kept ")
for i in range(30):
    name = f"file{i % 7}.txt"
    open(name, "w").write(f"{name} {i}\n" * (i + 1))
    if i % 3 == 0:
        open("other.txt", "a").write(f"{i},")
    with open(name) as file:
        text = file.read()
    print(i, len(text), text[-13:].strip(), os.path.getsize(name))


def both():
    open("one.txt", "w").write("one")
    open("two.txt", "w").write("two")
    return open("two.txt").read() + open("one.txt").read()


print(both(), open("other.txt").read())
pair = open("pair.txt", "wb")
wrapped = io.TextIOWrapper(pair)
wrapped.write("wrapped")
del wrapped, pair
print(open("pair.txt").read(), os.path.getsize("kept.txt"))
kept.close()
print(open("kept.txt").read())
