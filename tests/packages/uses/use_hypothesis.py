from hypothesis import given, settings, strategies as st, find, HealthCheck, Phase


@settings(derandomize=True, max_examples=30, database=None, deadline=None)
@given(st.lists(st.integers()), st.text(max_size=5))
def test_reverse(xs, s):
    assert list(reversed(list(reversed(xs)))) == xs
    assert s[::-1][::-1] == s


@settings(derandomize=True, max_examples=200, database=None, deadline=None,
          phases=[Phase.generate, Phase.shrink], report_multiple_bugs=False)
@given(st.integers(0, 1000))
def test_small(n):
    assert n < 50, n


test_reverse()
print("reverse holds")
try:
    test_small()
except AssertionError as e:
    print("shrunk to", str(e).splitlines()[0])
print(find(st.lists(st.integers(0, 9)), lambda xs: sum(xs) >= 12,
           settings=settings(derandomize=True, database=None, deadline=None)))
