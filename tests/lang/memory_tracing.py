# `tracemalloc`: where objects were allocated, how large they are, and that going back forgets it.
import sys
import tracemalloc
import warnings

HERE = __file__


def make(size):
    data = bytes(size)
    return data


def nested(depth, size):
    if depth:
        return nested(depth - 1, size)
    return make(size)


def where(obj):
    found = tracemalloc.get_object_traceback(obj)
    if found is None:
        return None
    return [(frame.filename == HERE, frame.lineno) for frame in found], found.total_nframe


def traces_of(size):
    return [trace.traceback[-1].lineno for trace in tracemalloc.take_snapshot().traces if trace.size == size]


print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit(), tracemalloc.get_traced_memory())
early = make(1000)
print(where(early), tracemalloc._get_traces())
for wrong in (0, -1, 1 << 16, "x"):
    try:
        tracemalloc.start(wrong)
    except Exception as error:
        print(type(error).__name__, error)
try:
    tracemalloc.take_snapshot()
except RuntimeError as error:
    print(error)

tracemalloc.start()
print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit())
one = make(12345)
text = "-".join(["a", HERE])
long = bytearray(one)


class Item:
    pass


item = Item()
print(where(one)[0], where(text)[0], where(long)[0], where(Item)[0], where(item)[0])
print(where(make)[0] if where(make) else None, where(early), where(5), where(None))
print(traces_of(sys.getsizeof(one)))
kept = [make(2000) for _ in range(5)]
print(len(traces_of(sys.getsizeof(kept[0]))))
kept.pop()
print(len(traces_of(sys.getsizeof(kept[0]))))
del kept
print(len(traces_of(sys.getsizeof(make(2000)))))

tracemalloc.clear_traces()
print(where(one))
big = make(1 << 20)
size, peak = tracemalloc.get_traced_memory()
print(1 << 20 <= size < (1 << 20) + 4096, peak >= size)
big = None
after, peak_after = tracemalloc.get_traced_memory()
print(after < 4096, peak_after >= peak)
tracemalloc.reset_peak()
print(tracemalloc.get_traced_memory()[1] < peak, tracemalloc.get_tracemalloc_memory() > 0)
tracemalloc.stop()
print(tracemalloc.get_traced_memory(), tracemalloc.is_tracing(), where(one))

tracemalloc.start(3)
deep = nested(2, 300)
shallow = make(300)
print(where(deep), where(shallow))


def generate():
    yield bytearray(77)
    yield bytearray(78)


print([where(item) for item in generate()])
snapshot = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, HERE)])
first = [s for s in snapshot.statistics("lineno") if s.size >= 300][0]
print(first.traceback[0].lineno, first.count >= 1)


class Closed:
    def __del__(self):
        pass


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    source = Closed()
    warnings.warn("unclosed", ResourceWarning, source=source)
text = warnings._formatwarnmsg(caught[0])
print(text.replace(HERE, "HERE"))
tracemalloc.stop()
