import os


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


with open("text", "w", encoding="utf-8") as f:
    print("hello", "w\u00f6rld", file=f)
    f.write("two\r\nthree\rfour")
    print(f.tell(), f.name, f.mode, f.encoding, f.closed, f.readable(), f.writable())
    attempt(f.read)
print(f.closed, os.path.getsize("text"))
attempt(f.write, "x")
attempt(f.fileno)
for newline in None, "", "\r":
    with open("text", encoding="utf-8", newline=newline) as f:
        print(ascii(list(f)), f.newlines)
with open("text", encoding="utf-8") as f:
    for line in f:
        print(ascii(line))
    print(f.tell(), repr(f.read()), f.seek(0), ascii(f.readline(7)), f.tell())
    attempt(f.write, "x")
    attempt(f.truncate)
with open("text", "a+", encoding="utf-8") as f:
    print(f.tell(), f.write("end"), f.tell(), f.seek(0), ascii(f.read(3)), f.read()[-3:])
with open("text", "r+", encoding="utf-8") as f:
    print(f.write("HE"), f.seek(0), f.readline(), f.seek(4), f.truncate(), f.seek(0), f.read())
with open("numbers", "w") as f:
    for i in range(60):
        f.write(f"{i * 1000}\n")
with open("numbers") as f:
    print(sum(int(line) for line in f))
with open("numbers") as f:
    print(f.readlines(10), f.readlines()[-1], f.readlines())
left = open("left", "w")
left.write("not closed")
print(os.path.getsize("left"))
left.flush()
print(os.path.getsize("left"))
left.close()
for name in "text", "numbers", "left":
    os.remove(name)
print(os.path.exists("text"))
