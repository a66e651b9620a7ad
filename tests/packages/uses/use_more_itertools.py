import more_itertools as mi

print(list(mi.chunked(range(7), 3)), list(mi.windowed([1, 2, 3, 4], 2)), list(mi.flatten([[1], [2, 3]])))
print(mi.first([], "none"), mi.one([5]), list(mi.interleave_longest([1, 2, 3], "ab")), list(mi.collapse([1, [2, [3]]])))
p = mi.peekable(iter("abc"))
print(p.peek(), next(p), p.peek("z"), list(p))
print([list(g) for g in mi.split_at("a-b-c", lambda c: c == "-")], list(mi.sliding_window(range(4), 3)))
b = mi.bucket("apple avocado banana".split(), key=lambda w: w[0])
print(sorted(b), list(b["a"]), mi.ilen(x for x in "abc"), list(mi.unique_everseen("AbBa", key=str.lower)))
print(list(mi.distinct_permutations([0, 1, 0])), list(mi.partitions("abc"))[1], mi.nth_permutation("abcd", 2, 5))
s = mi.spy(iter(range(5)), 2)
print(s[0], list(s[1]), mi.consume(iter([])), list(mi.run_length.encode("aab")), mi.seekable("xyz").peek())
try:
    mi.one([1, 2])
except ValueError as e:
    print(e)
print(list(mi.numeric_range(1.0, 3.0, 0.5)), mi.all_equal([1, 1]), list(mi.zip_offset([1, 2, 3], "abc", offsets=(0, 1))))
