"""Items, slices and lines of memory maps, of files and of memory."""
import mmap

text = b"".join(b"line %d\n" % number for number in range(30)) + b"x" * 300 + b"\nlast" + b"y" * 9000 + b"end"
with open("data", "wb") as file:
    file.write(text)
with open("data", "r+b") as file:
    for access in (mmap.ACCESS_READ, mmap.ACCESS_WRITE, mmap.ACCESS_COPY):
        with mmap.mmap(file.fileno(), 0, access=access) as mapped:
            print(access, len(mapped), mapped[0], mapped[-1], mapped[5:9], mapped[:6:2], mapped[-3:], mapped[9:5], mapped[3:10**9][:4])
            print(mapped.readline(), mapped.readline(), mapped.tell(), mapped.find(b"end"), mapped.find(b"line 7", 60),
                  mapped.find(b"line", 10, 12), mapped.rfind(b"line"), mapped.find(b"xy"), mapped.find(b"\nlast"), mapped.find(b""))
            lines = list(iter(mapped.readline, b""))
            print(len(lines), [len(line) for line in lines[-3:]], mapped.tell(), mapped.read(), mapped.seek(3), mapped.read(4))
            for index in (10**6, -10**6, "a", 1.5):
                try:
                    mapped[index]
                except (IndexError, TypeError) as error:
                    print(type(error).__name__, error)
            for index, value in ((0, 76), (-1, 33), (1, 256), (1, -1), (1, "a"), (slice(2, 4), b"NE"), (slice(2, 4), b"N"), (10**6, 1)):
                try:
                    mapped[index] = value
                    print(index, mapped[index], end=" ")
                except (IndexError, TypeError, ValueError) as error:
                    print(type(error).__name__, end=" ")
            print(mapped[:6], mapped[-3:])
        try:
            mapped[0]
        except ValueError as error:
            print(error)
with open("data", "rb") as file:
    print(file.read(8), file.seek(-3, 2), file.read())
memory = mmap.mmap(-1, 20)
memory[3], memory[5:8] = 7, b"abc"
print(memory[3], memory[:10], memory.readline(), memory.tell(), memory.write(b"") if memory.seek(0) is None else memory.tell())
memory.close()
