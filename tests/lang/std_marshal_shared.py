# Objects that occur more than once in what marshal writes, its limits, and strftime's flags.
import marshal
import time

text, part = "a text", ["a part"]
made = marshal.loads(marshal.dumps([text, text, part, {"part": part}]))
print(made, made[0] is made[1], made[2] is made[3]["part"])
made = marshal.loads(marshal.dumps((part, part, 1j, 1j), 2))
print(made, made[0] is made[1])
part.append(part)
again = marshal.loads(marshal.dumps(part))
print(again[0], again[1] is again)

deep = marshal.loads(b"[\1\0\0\0" * 1990 + b"N")
for _ in range(20):
    deep = [deep]
for wrong in (lambda: marshal.dumps(deep), lambda: marshal.loads(b"[\1\0\0\0" * 3000 + b"N"),
              lambda: marshal.loads(b"l\2\0\0\0\0\0\0\0"), lambda: marshal.loads(b"r\0\0\0\0")):
    try:
        wrong()
    except ValueError as e:
        print(e)
print(marshal.loads(b"I" + (1 << 62).to_bytes(8, "little")))

moment = (2024, 3, 5, 7, 8, 9, 1, 65, 0)
for form in ("%-d.%-m.%y", "%_H|%0e|%3d", "%^a %^B %#p", "%8Y %Ey %Od", "%-j %5S %12x", "%Q %-"):
    print(time.strftime(form, moment))
