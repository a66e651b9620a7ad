import array
import csv
import io
import string
import unicodedata
import zlib

source = 'name,age,note\nann,30,"likes, commas"\nbob,25,"says ""hi"""\n'
print(list(csv.reader(io.StringIO(source))), list(csv.DictReader(io.StringIO(source))))
out = io.StringIO()
writer = csv.DictWriter(out, fieldnames=["a", "b"], extrasaction="ignore", lineterminator="\n")
writer.writeheader()
writer.writerows([{"a": 1, "b": "x,y"}, {"a": None, "c": 3}])
print(repr(out.getvalue()), csv.list_dialects(), csv.Sniffer().sniff("a;b;c\n1;2;3\n").delimiter)
try:
    csv.writer(out, quoting=csv.QUOTE_NONE).writerow(["a,b"])
except csv.Error as e:
    print(e)
print(string.Formatter().format("{0!r:>5} {x[a].real} {{}}", "y", x={"a": 2}), string.Template("$a ${b}").substitute(a=1, b=2), string.capwords("ab cd"))
print(unicodedata.name("é"), zlib.decompress(zlib.compress(b"abc" * 100)) == b"abc" * 100, array.array("d", [1, 2]))
