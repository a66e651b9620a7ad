# Streams that nothing refers to any more: what they have in their buffers is in the file when somebody looks at it.
import os
import subprocess

open("a.txt", "w").write("one\n")
print(repr(open("a.txt").read()))
print(os.path.getsize("a.txt"), os.stat("a.txt").st_size)


def write(name, text):
    stream = open(name, "w")
    stream.write(text)


write("b.txt", "two\n")
with open("b.txt") as stream:
    print(repr(stream.read()))
write("c.txt", "three\n")
print(subprocess.run(["cat", "c.txt"], capture_output=True, text=True).stdout)
open("d.bin", "wb").write(b"four")
print(open(b"d.bin", "rb").read())
kept = open("e.txt", "w")
kept.write("not yet")
print(repr(open("e.txt").read()))
kept.flush()
print(repr(open("e.txt").read()))
kept.close()
open("a.txt", "a").write("more\n")
print(repr(open("a.txt").read()))
