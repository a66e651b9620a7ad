# `_csv`, the native half of `csv`.
import _csv
import io


def read(lines, **options):
    try:
        return list(_csv.reader(lines, **options))
    except (_csv.Error, ValueError) as e:
        return f"{type(e).__name__}: {e}"


def write(row, **options):
    out = io.StringIO()
    try:
        _csv.writer(out, **options).writerow(row)
    except (_csv.Error, TypeError) as e:
        return f"{type(e).__name__}: {e}"
    return out.getvalue()


_csv.register_dialect("excel")
print(read(["a,b,c", "", '"x,1",,"he said ""hi"""', 'multi,"line one\n', 'line two",end']))
print(read(["a;b", "é;ü"], delimiter=";"), read(["a b", " c"], delimiter=" ", skipinitialspace=True), read(["a\\,b,c"], escapechar="\\"))
print(read(['"a"b,c'], strict=True), read(['"a'], strict=True), read(['"a', 'b']), read(["a\rb"]), read([5]), read(["a,b\r\n", "\n"]))
for quoting in range(6):
    print(quoting, read(['1,"2",5,,""'], quoting=quoting), read(["'a','b'"], quotechar="'", quoting=quoting))
    for row in ([1, "a", None, 2.5, True, "", "x y"], [""], [None], ["q\"uote", "a,b", "new\nline"], [b"bytes", 1 + 2j]):
        print("  ", repr(write(row, quoting=quoting)), repr(write(row, quoting=quoting, escapechar="\\", doublequote=False)))
print(repr(write(["a b", ""], delimiter=" ", skipinitialspace=True)), repr(write([], lineterminator="!")), write(5), repr(write(x for x in "ab")))

reader = _csv.reader(iter(["a,b", '"c\n', 'd",e']))
print(next(reader), reader.line_num, next(reader), reader.line_num, type(reader), reader.dialect.delimiter, next(reader, "end"))
out = io.StringIO()
writer = _csv.writer(out, quoting=_csv.QUOTE_NONNUMERIC)
print(writer.writerow(["a", 1]), writer.writerows([[2, "b"], (3, "c")]), repr(out.getvalue()), type(writer))
_csv.register_dialect("semi", delimiter=";", quotechar="'")
print(read(["a;'b;c'"], dialect="semi"), _csv.list_dialects(), _csv.get_dialect("semi").delimiter, _csv.unregister_dialect("semi"))
for options in ({"delimiter": ""}, {"delimiter": 5}, {"quotechar": "ab"}, {"lineterminator": None}, {"quoting": 9}, {"quoting": "a"}, {"foo": 1},
                {"delimiter": "\n"}, {"delimiter": '"'}, {"escapechar": ","}, {"quotechar": None, "quoting": 0}, {"dialect": "nope"}):
    try:
        print(_csv.Dialect(**options))
    except (TypeError, ValueError, _csv.Error) as e:
        print(type(e).__name__, e)
print(_csv.field_size_limit(3), read(["abcd"]), read(['"abcd"']), read(["abc,abc"]), _csv.field_size_limit(131072))
