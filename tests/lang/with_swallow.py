"""__exit__ that swallows, chooses, replaces; managers made by hand from generators."""


class Suppress:
    def __init__(self, *kinds):
        self.kinds = kinds
        self.caught = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.caught = value
        return kind is not None and issubclass(kind, self.kinds)


with Suppress(ZeroDivisionError) as s:
    1 / 0
    print("not reached")
print(repr(s.caught))

try:
    with Suppress(KeyError):
        int("not a number")
except ValueError as e:
    print("passed through:", e)


class FromGenerator:
    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, value, traceback):
        if kind is None:
            next(self.generator, None)
            return False
        try:
            self.generator.throw(value)
        except StopIteration:
            return True
        except BaseException as e:
            if e is value:
                return False
            raise
        return True


def tag(name):
    print(f"<{name}>")
    try:
        yield name
    except ValueError as e:
        print("inside tag:", e)
    finally:
        print(f"</{name}>")


with FromGenerator(tag("b")) as name:
    print("text in", name)
with FromGenerator(tag("i")):
    raise ValueError("swallowed")
try:
    with FromGenerator(tag("u")):
        raise KeyError("passed")
except KeyError as e:
    print("outside:", e)


def search(rows):
    with Suppress(StopIteration):
        for row in rows:
            with Suppress(IndexError):
                if row[2]:
                    return row
    return None


print(search([[1], [1, 2], [1, 2, 0], [1, 2, 3], []]))
