"""A bytearray that is shown cannot be resized, and can be again when no view of it is left, however old they are."""
import gc

buffer = bytearray(b"0123456789" * 20)
kept = []


def shown(make):
    try:
        return make()
    except BufferError as e:
        return f"BufferError: {e}"


def shrink():
    del buffer[:5]
    return len(buffer)


def read(n):
    data = bytes(memoryview(buffer)[:n])
    del buffer[:n]
    return data


print(read(5), read(5), len(buffer))
kept.append(memoryview(buffer)[2:4])
print(shown(shrink), bytes(kept[0]))
gc.collect()
garbage = [[i] for i in range(1000)]
print(shown(shrink))
kept[0] = [kept[0]]
print(shown(shrink))
kept.clear()
print(shown(shrink), read(3))
view = memoryview(buffer)
view.release()
print(shown(shrink))
with memoryview(buffer) as view:
    print(shown(shrink))
print(shown(shrink))


class Holder:
    pass


holder = Holder()
gc.collect()
holder.view = memoryview(buffer)
print(shown(shrink))
del holder
print(shown(shrink))
