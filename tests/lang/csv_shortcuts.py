"""Dialects that are given, named and changed, and fields that have to be quoted or not."""
import csv
import io


class Semicolons(csv.Dialect):
    delimiter, quotechar, lineterminator, quoting = ";", "'", "\n", csv.QUOTE_MINIMAL


csv.register_dialect("named", Semicolons, doublequote=False, escapechar="\\")
csv.register_dialect("excel", delimiter="|")
print(csv.reader([]).dialect.delimiter, csv.reader([], "named").dialect is csv.get_dialect("named"),
      csv.reader([], csv.get_dialect("named")).dialect is csv.get_dialect("named"))
rows = [["a", "b c", ""], ["1;2", "it's", 'say "x"'], [1, 2.5, None], ["é", "ß,", "x\ny"], ["", "", ""], ["\\", "\r", "z" * 3]]
for dialect, names, values in ((None, "", ()), ("excel-tab", "", ()), ("named", "", ()), (Semicolons, "", ()),
                               (Semicolons(), "quotechar quoting escapechar", (None, csv.QUOTE_NONE, "!")),
                               (None, "delimiter", "é"), (None, "lineterminator", "z"),
                               (None, "quoting", (csv.QUOTE_ALL,)), (None, "quoting", (csv.QUOTE_NONNUMERIC,)),
                               (None, "delimiter", " ")):
    options = dict(zip(names.split(), values))
    out = io.StringIO()
    writer = csv.writer(out, **options) if dialect is None else csv.writer(out, dialect, **options)
    for row in rows:
        try:
            writer.writerow(row)
        except csv.Error as error:
            print(error)
    print(repr(out.getvalue()))
    print(list(csv.reader(out.getvalue().splitlines(True), writer.dialect)))


class Loud:
    def __init__(self, value):
        self.value = value

    def __str__(self):
        print("str", self.value)
        return self.value


class Own:
    def __iter__(self):
        yield "x"
        yield 1


out = io.StringIO()
writer = csv.writer(out)
writer.writerows([[Loud("a,b"), 1], (True, 1 << 70), Own(), iter("ab"), []])
print(repr(out.getvalue()))
for bad in ([5], 5, [["a"], None]):
    try:
        writer.writerows(bad)
    except (csv.Error, TypeError) as error:
        print(type(error).__name__, error)
for name, value in (("delimiter", ""), ("delimiter", "ab"), ("delimiter", 1), ("quoting", 9), ("quoting", True), ("unknown", 1),
                    ("quotechar", ""), ("lineterminator", None), ("delimiter", "\n"), ("delimiter", '"')):
    try:
        csv.reader([], **{name: value})
    except (TypeError, ValueError) as error:
        print(error)
try:
    csv.reader([], "missing")
except csv.Error as error:
    print(error)
