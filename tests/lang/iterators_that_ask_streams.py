"""Native iterators over streams, readers and other instances whose `__next__` is native."""
import csv
import io
import itertools

TEXT = "a\nbb\nccc"


class Own(io.StringIO):
    pass


class Loud(io.StringIO):
    def __next__(self):
        line = super().__next__()
        print("next", repr(line))
        return line


class Ints(itertools.count):
    pass


for make in (lambda: io.StringIO(TEXT), lambda: io.BytesIO(TEXT.encode()), lambda: Own(TEXT), lambda: Loud(TEXT)):
    for number, line in enumerate(make(), 1):
        print(number, line)
    for line in map(len, make()):
        print(line)
    for line in map(lambda line: line * 2, make()):
        print(line)
    for pair in zip(make(), map(lambda n: n + 1, range(9))):
        print(pair)
    for line in filter(lambda line: len(line) > 2, make()):
        print(line)
    for group in itertools.islice(enumerate(map(lambda line: line[:1], make())), 2):
        print(group)
    print(list(itertools.chain(make(), make())))


def numbered(stream):
    for number, line in enumerate(map(str.strip, stream)):
        yield number, line


print(list(numbered(io.StringIO(TEXT))))
print(dict(numbered(Own(TEXT))))
for number, row in enumerate(csv.reader(io.StringIO('1,2\n"3\n4",5\n'))):
    print(number, row)
for row in map(lambda row: row[::-1], csv.reader(["a,b", 'c,"d', 'e"'])):
    print(row)
for number, row in zip(range(5), csv.DictReader(io.StringIO("a,b\n1,2\n3,4\n"))):
    print(number, row)
for number, item in zip(Ints(5), map(lambda x: x, "ab")):
    print(number, item)

closed = io.StringIO(TEXT)
closed.close()
try:
    for number, line in enumerate(closed):
        print("never")
except ValueError as error:
    print(error)


class Ending:
    """Its end comes from a generator that is over."""

    def __init__(self, items):
        self.items = iter(items)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.items)


for number, item in enumerate(Ending("xy")):
    print(number, item)
for item in map(lambda x, y: (x, y), Ending("xyz"), io.StringIO("1\n2\n")):
    print(item)
