# bz2 and lzma: one step, streams, files in memory, wrong data.
import bz2
import io
import lzma
import tarfile
import zipfile

data = b"".join(b"%d line\n" % i for i in range(60))
for module, error in ((bz2, OSError), (lzma, lzma.LZMAError)):
    packed = module.compress(data)
    print(module.decompress(packed) == data, module.decompress(packed + packed) == data * 2)
    compressor = module.BZ2Compressor(5) if module is bz2 else module.LZMACompressor(preset=1)
    parts = [compressor.compress(data[:300]), compressor.compress(data[300:]), compressor.flush()]
    stream = b"".join(parts)
    decompressor = module.BZ2Decompressor() if module is bz2 else module.LZMADecompressor()
    out = [decompressor.decompress(stream[:40]), decompressor.decompress(stream[40:] + b"rest", 50)]
    print(decompressor.needs_input, decompressor.eof, len(out[1]))
    while not decompressor.eof:
        out.append(decompressor.decompress(b"", 200))
    print(b"".join(out) == data, decompressor.unused_data)
    for wrong in (lambda: module.decompress(b"no archive"), lambda: module.decompress(packed[:-4]), compressor.flush,
                  lambda: decompressor.decompress(b""), lambda: module.decompress(packed[:20] + b"x" * 30)):
        try:
            print(wrong())
        except (error, ValueError, EOFError) as e:
            print(type(e).__name__, e)
    file = io.BytesIO()
    with module.open(file, "wt") as f:
        f.write("text\nlines\n")
    file.seek(0)
    with module.open(file, "rt") as f:
        print(f.readlines())
raw = [{"id": lzma.FILTER_DELTA, "dist": 5}, {"id": lzma.FILTER_LZMA2, "preset": 4}]
packed = lzma.compress(data, lzma.FORMAT_RAW, filters=raw)
print(lzma.decompress(packed, lzma.FORMAT_RAW, filters=raw) == data)
packed = lzma.compress(data, lzma.FORMAT_ALONE)
print(lzma.decompress(packed) == data, lzma.LZMADecompressor().check == lzma.CHECK_UNKNOWN)
for arguments in ({"preset": 77}, {"format": 9}, {"filters": []}, {"preset": 1, "filters": raw}, {"check": 3},
                  {"filters": [{"id": 99}]}, {"filters": [{"id": lzma.FILTER_LZMA2, "nothing": 1}]}):
    try:
        lzma.LZMACompressor(**arguments)
    except (lzma.LZMAError, ValueError) as e:
        print(type(e).__name__, e)
for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as z:
        z.writestr("a", data)
    with zipfile.ZipFile(file) as z:
        print(z.read("a") == data, z.testzip())
for mode in ("bz2", "xz"):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:" + mode) as t:
        info = tarfile.TarInfo("a")
        info.size = len(data)
        t.addfile(info, io.BytesIO(data))
    file.seek(0)
    with tarfile.open(fileobj=file) as t:
        print(t.extractfile("a").read() == data)
