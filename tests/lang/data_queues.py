"""Containers that are used as queues and stacks, from both ends, with what that leaves inside them."""
import queue
import struct
from array import array


def front_of_bytearrays():
    data = bytearray(range(200)) * 3
    taken = bytearray()
    for i in range(45):
        taken += data[:7]
        del data[:7]
        data += bytes([i, 255 - i, 7])
        if i % 9 == 4:
            data[0] = i
            data[-1] = 99
            data[3:5] = b"abc"
            data.insert(0, 1)
            data[:0] = b"xy"
        if i % 13 == 5:
            data.pop(0)
            data.pop()
            data[2:3] = b""
            data.append(5)
    print(len(data), data.hex(), sum(taken), data.find(b"abc"), data.count(7), data[::-1][:5], bytes(data[5:9]))
    while len(data) > 3:
        del data[: max(1, len(data) // 3)]
        print(len(data), end=" ")
    data.clear()
    data += b"again"
    del data[:2]
    view = memoryview(data)
    try:
        del data[:1]
    except BufferError as error:
        print(error)
    view[0] = 65
    view.release()
    data.reverse()
    print(data, data.copy(), data * 2, data == b"niA", hash(bytes(data)) == hash(b"niA"), data.zfill(5))


def front_of_arrays():
    numbers = array("h", range(50))
    for i in range(40):
        numbers.append(numbers.pop(0))
        if i % 7 == 0:
            numbers.insert(1, -i)
            del numbers[2:4]
    print(numbers.tolist(), numbers[0], numbers.index(numbers[5]))
    while numbers:
        numbers.pop(0)
    numbers.extend([3, 4])
    print(numbers, numbers.tobytes())


def states():
    seen = {}
    for i in range(40):
        state = frozenset([i % 11, (i % 11, 2), str(i % 11)])
        seen.setdefault(state, []).append(i)
    print(sorted(seen.values()), frozenset([1, 2]) in {frozenset([2, 1]): 0}, {1, 2} in {frozenset([2, 1])})
    s = {4}
    a = frozenset(s)
    s.add(5)
    print(hash(a) == hash(frozenset([4])), hash(frozenset(s)) == hash(frozenset([5, 4])), hash(a | {5}) == hash(frozenset(s)))


def places_in_buffers():
    data = bytearray(struct.pack("<10i", *range(10)))
    for source in bytes(data), data, memoryview(data), memoryview(data)[4:], array("i", range(10)):
        print(struct.unpack_from("<2i", source, 8), struct.unpack_from("<i", source, -4), struct.Struct("<h").unpack_from(source))
        for at in 38, -3, 400, -400:
            try:
                print(struct.unpack_from("<i", source, at))
            except struct.error as error:
                print(error)
    for wrong in "text", 5, memoryview(data)[::2]:
        try:
            struct.unpack_from("<i", wrong)
        except (TypeError, BufferError) as error:
            print(type(error).__name__, error)
    view = memoryview(data)
    print(str(view[4:8], "latin-1").encode(), view[4:8] == b"\1\0\0\0", bytes(view[8:10]), view[3:5].tobytes())


def simple_queue():
    q = queue.SimpleQueue()
    for i in range(5):
        q.put(i)
    print(q.get(), q.get_nowait(), q.qsize(), q.empty())
    while not q.empty():
        q.get()
    try:
        q.get(block=False)
    except queue.Empty:
        print("empty")


front_of_bytearrays()
front_of_arrays()
states()
places_in_buffers()
simple_queue()
