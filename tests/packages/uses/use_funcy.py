from funcy import *

print(lmap(str, range(3)), lfilter(r"a", ["abc", "xyz"]), lmapcat(range, [1, 2, 3]))
print(group_by(len, ["a", "bb", "c"]), list(chunks(2, range(5))), list(partition(2, range(5))))
print(walk_values(inc, {"a": 1}), select_keys(r"^a", {"ab": 1, "c": 2}), merge_with(sum, {"a": 1}, {"a": 2}))
print(compose(str, inc)(3), rcompose(inc, str)(3), ljuxt(min, max)([3, 1, 2]), iffy(even, half := lambda x: x // 2)(8))
calls = []


@memoize
def slow(x):
    calls.append(x)
    return x * 2


print(slow(2), slow(2), calls)


@retry(3, errors=ValueError, timeout=0)
def flaky():
    calls.append("try")
    if len(calls) < 4:
        raise ValueError("no")
    return "done"


print(flaky(), calls)


@decorator
def twice(call, n=2):
    return [call() for _ in range(n)]


@twice(n=3)
def hello(name):
    return "hi " + name


print(hello("x"), hello.__name__)


class C:
    @cached_property
    def x(self):
        calls.append("x")
        return 7


c = C()
print(c.x, c.x, calls[-2:])
with suppress(ZeroDivisionError):
    1 / 0
with reraise(KeyError, ValueError("wrapped")) if False else nullcontext():
    pass
print(get_in({"a": {"b": [1, 2]}}, ["a", "b", 1]), set_in({}, ["a", "b"], 1), tree_leaves([1, [2, [3]]]) and ltree_leaves([1, [2, [3]]]))
print(first(x for x in [5]), last([1, 2]), nth(1, "abc"), butlast([1, 2, 3]) and list(butlast([1, 2, 3])), lwithout([1, 2, 3], 2))
print(re_find(r"(\d+)-(\d+)", "a 1-2"), re_all(r"\d", "a1b2"), re_test("x", "abc"), cut_prefix("foobar", "foo"))
print(list(takewhile(even, [2, 4, 5, 6])), split_at(2, [1, 2, 3]) and lsplit_at(2, [1, 2, 3]), count_by(even, range(5)))
print(pluck("a", [{"a": 1}, {"a": 2}]) and lpluck("a", [{"a": 1}, {"a": 2}]), zipdict("ab", [1, 2]), flip({"a": 1}))
