import operator

from toolz import (assoc_in, compose, curry, dicttoolz, frequencies, get_in, groupby, juxt, keyfilter, memoize, merge,
                   merge_with, partition_all, pipe, pluck, reduceby, sliding_window, thread_last, unique, valmap)
import toolz.curried as c

print(pipe([1, 2, 3], c.map(lambda x: x + 1), c.filter(lambda x: x % 2), list), compose(str, abs)(-3))
print(groupby(len, ["a", "bb", "c"]), frequencies("hello"), merge({1: 2}, {3: 4}), merge_with(sum, {1: 2}, {1: 5}))
print(list(partition_all(2, range(5))), list(sliding_window(2, "abc")), get_in(["a", 0, "b"], {"a": [{"b": 7}]}))
print(assoc_in({}, ["x", "y"], 1), valmap(str, {1: 2}), keyfilter(bool, {0: 1, 2: 3}), juxt(min, max)([3, 1, 2]))
print(reduceby(lambda x: x % 2, operator.add, range(6)), thread_last([3, 1], sorted, list), list(pluck(1, ["ab", "cd"])))
add = curry(lambda a, b, c: a + b * c)
print(add(1)(2, 3), add(1, 2)(4), list(unique([1, 2, 1])), dicttoolz.dissoc({1: 2, 3: 4}, 1))
calls = []
f = memoize(lambda x: calls.append(x) or x * 2)
print(f(2), f(2), calls)
