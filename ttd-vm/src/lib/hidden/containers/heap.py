"""Heaps and bisection where items are compared by Python code. Each function has the order of comparisons of CPython."""


def _changed():
    raise RuntimeError("list changed size during iteration")


def heap_rise(heap, start, at, max):
    size = len(heap)
    item = heap[at]
    while at > start:
        above = (at - 1) >> 1
        rises = not not (heap[above] < item if max else item < heap[above])
        if len(heap) != size:
            _changed()
        if not rises:
            break
        heap[at], heap[above] = heap[above], heap[at]
        at = above


def heap_sink(heap, at, max):
    size = len(heap)
    start, last = at, size - 1
    # A place has two others below it if the first of these is before the last.
    child = 2 * at + 1
    while child < last:
        if max:
            if not heap[child + 1] < heap[child]:
                child += 1
        elif not heap[child] < heap[child + 1]:
            child += 1
        if len(heap) != size:
            _changed()
        heap[at], heap[child] = heap[child], heap[at]
        at = child
        child = 2 * at + 1
    if child == last:
        heap[at], heap[child] = heap[child], heap[at]
        at = child
    heap_rise(heap, start, at, max)


def heap_push(heap, item, max):
    heap.append(item)
    heap_rise(heap, 0, len(heap) - 1, max)


def heap_pop(heap, max):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    heap_sink(heap, 0, max)
    return first


def heap_replace(heap, item, max):
    first = heap[0]
    heap[0] = item
    heap_sink(heap, 0, max)
    return first


def heap_pushpop(heap, item, max):
    if not (item < heap[0] if max else heap[0] < item):
        return item
    if not heap:
        raise IndexError("index out of range")
    return heap_replace(heap, item, max)


def heap_make(heap, max):
    for i in range((len(heap) >> 1) - 1, -1, -1):
        heap_sink(heap, i, max)


def bisect_right_(a, x, lo, hi, key):
    if hi is None:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        item = a[mid]
        if x < (item if key is None else key(item)):
            hi = mid
        else:
            lo = mid + 1
    return lo


def bisect_left_(a, x, lo, hi, key):
    if hi is None:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        item = a[mid]
        if (item if key is None else key(item)) < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def insort_right_(a, x, lo, hi, key):
    at = bisect_right_(a, x if key is None else key(x), lo, hi, key)
    a.insert(at, x)


def insort_left_(a, x, lo, hi, key):
    at = bisect_left_(a, x if key is None else key(x), lo, hi, key)
    a.insert(at, x)
