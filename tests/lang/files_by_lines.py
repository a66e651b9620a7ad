"""Files and streams in memory, line by line, with other calls between."""
import io

b = io.BytesIO(b'ab\ncd\ne'); print(list(b), b.read()); s = io.StringIO('é\nb\r\nc'); print(list(s)); 
class MyS(io.StringIO):
    def readline(self, *a): return super().readline(*a).upper()
print(list(MyS('a\nb')))

import os
with open("text", "w", encoding="utf-8") as f:
    for i in range(3):
        print(f.write("line é%d\n" % i), end=" ")
    f.writelines(["a\n", "b\r\n"])
    print(f.write("\udc80" if False else "x" * 9000), f.tell())
with open("text", newline="") as f:
    print(next(f), f.readline(), [len(line) for line in f])
with open("text") as f:
    try:
        for line in f:
            f.tell()
    except OSError as e:
        print(e)
    print(f.readline())
    f.seek(0)
    print(f.readline(), f.read(3), f.tell())
with open("text", encoding="ascii", errors="replace") as f:
    print([line[:7] for line in f])
f = open("text")
next(f)
f.close()
try:
    next(f)
except ValueError as e:
    print(e)
with open("text", "w", encoding="ascii") as f:
    f.write("plain")
    try:
        f.write("é")
    except UnicodeEncodeError as e:
        print(e)
    f.reconfigure(encoding="latin-1", line_buffering=True)
    f.write("é\n")
    print(os.path.getsize("text"))
with open("text", "rb") as f:
    print(next(f), f.read())
with open("text", "w+") as f:
    f.write("one\ntwo\nthree\n")
    f.seek(0)
    for line in f:
        print(line, end="")
    f.write("four\n")
    f.seek(4)
    print(f.read())
try:
    f.write("closed")
except ValueError as e:
    print(e)
