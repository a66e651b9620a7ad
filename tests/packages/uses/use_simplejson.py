from collections import namedtuple
from decimal import Decimal

import simplejson as json

P = namedtuple("P", "x y")
print(json.dumps({"d": Decimal("1.10"), "p": P(1, 2), "u": "é\u2028", "n": [None, True, 1e400 > 0]}, sort_keys=True, use_decimal=True))
print(json.loads('{"a": 1.10, "b": [1, {"c": "\\u00e9"}]}', use_decimal=True), json.dumps([1, {"a": 2}], indent=" "))
print(json.loads("[1,2]", object_pairs_hook=list), json.dumps({1: 2, (3, 4): 5}, skipkeys=True), json.dumps(float("nan"), ignore_nan=True))
for bad in ("[1,", '{"a" 1}', "nope", '"\n"'):
    try:
        json.loads(bad)
    except json.JSONDecodeError as e:
        print(e)
