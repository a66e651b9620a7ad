# Views of a shared map of a file: what is written into them is in the file, and what is in the file is in them.
import ctypes
import mmap
import struct

with open("map.bin", "wb+") as file:
    file.write(bytes(64))
    file.flush()
    shared = mmap.mmap(file.fileno(), 64)
    view = memoryview(shared)
    print(view.readonly, len(view), view[0])
    view[0] = 7
    view[4:8] = b"abcd"
    file.seek(0)
    print(file.read(8), shared[:8])
    shared[1:4] = b"xyz"
    print(bytes(view[:8]), view[:8].tolist(), view == shared)
    numbers = view[16:32].cast("i")
    numbers[1] = -5
    print(numbers.tolist(), struct.unpack_from("i", shared, 20))
    struct.pack_into("<q", view, 32, 1 << 40)
    print(struct.unpack_from("<q", shared, 32))
    number = ctypes.c_int.from_buffer(shared, 40)
    number.value = 12345
    print(number.value, shared[40:44])
    shared[40:44] = b"\1\0\0\0"
    print(number.value)
    array = (ctypes.c_double * 2).from_buffer(shared, 48)
    array[1] = 2.5
    print(list(array), shared[56:64])
    try:
        shared.close()
    except BufferError as error:
        print(error)
    second = mmap.mmap(file.fileno(), 64)
    other = memoryview(second)
    other[0] = 99
    print(view[0], next(iter(view)), view.hex()[:4])
    readonly = memoryview(mmap.mmap(file.fileno(), 64, access=mmap.ACCESS_READ))
    print(readonly.readonly, readonly[0])
    try:
        readonly[0] = 1
    except TypeError as error:
        print(error)
