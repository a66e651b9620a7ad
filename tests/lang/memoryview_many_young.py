"""Buffers that are resized while many objects are young, also by views that old and new objects come to hold."""

many = list(zip(range(20000)))
buffer = bytearray(range(100))


def read(n):
    data = bytes(memoryview(buffer)[:n])
    del buffer[:n]
    return data


def shrink():
    try:
        del buffer[:1]
    except BufferError as error:
        return str(error)
    return len(buffer)


print(read(3))
holders = list(map(list, many))
print(read(3), shrink())
holders[777].append(memoryview(buffer))
print(shrink(), shrink())
del holders[777][1]
print(shrink())
holders[5000].append(memoryview(buffer)[2:])
more = list(zip(range(20000)))
print(shrink(), holders[5000][1][0])
holders.clear()
print(shrink(), read(2))
