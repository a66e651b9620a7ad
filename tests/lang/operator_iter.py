"""The iterator protocol on user classes, and everything that consumes iterators."""


class Span:
    def __init__(self, start, stop):
        self.start, self.stop = start, stop

    def __iter__(self):
        return SpanIterator(self)


class SpanIterator:
    def __init__(self, span):
        self.at, self.stop = span.start, span.stop

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= self.stop:
            raise StopIteration
        self.at += 1
        return self.at - 1


span = Span(1, 4)
for x in span:
    for y in span:
        if x < y:
            print(x, y)
print(list(span), tuple(span), sum(span), 2 in span, 9 in span, max(span))
a, *b = span
print(a, b, [*span, *span], dict.fromkeys(span, 0))
it = iter(span)
print(next(it), next(it), next(it), next(it, "end"))
try:
    next(it)
except StopIteration as e:
    print("StopIteration", e.args)
print(" ".join(str(x) for x in span))
print(list(zip(span, "abc")), sorted(span, reverse=True))


class Failing(SpanIterator):
    def __next__(self):
        value = super().__next__()
        if value == 3:
            raise ValueError("three")
        return value


seen = []
try:
    for x in Failing(span):
        seen.append(x)
except ValueError as e:
    print(seen, e)
values = []
try:
    values.extend(Failing(span))
except ValueError:
    print(values)
try:
    x, y = span
except ValueError as e:
    print(e)
numbers = iter([5, 3, 0, 7])
print(list(iter(lambda: next(numbers), 0)), next(numbers))
try:
    for x in 5:
        pass
except TypeError as e:
    print(e)
try:
    iter(SpanIterator)
except TypeError as e:
    print(e)
