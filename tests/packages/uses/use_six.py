import six
from six.moves import range as xrange, urllib, zip_longest


@six.add_metaclass(type("M", (type,), {"kind": "m"}))
class A(object):
    pass


@six.python_2_unicode_compatible
class B:
    def __str__(self):
        return "b"


print(A.kind, six.PY3, six.text_type("x"), six.ensure_binary("é"), list(six.iteritems({1: 2})), str(B()))
print(urllib.parse.quote("a b"), list(zip_longest("ab", "c")), six.get_function_code(lambda: 0).co_name, six.next(iter([4])))
try:
    six.raise_from(ValueError("v"), KeyError("k"))
except ValueError as e:
    print(repr(e.__cause__), six.moves.configparser.ConfigParser.__name__, sum(xrange(4)))
six.reraise if False else six.print_("a", "b", sep="-")
