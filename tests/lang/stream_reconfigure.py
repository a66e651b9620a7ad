"""The standard streams are text streams like others, and can be reconfigured."""
import io
import sys

streams = sys.__stdin__, sys.__stdout__, sys.__stderr__
print([isinstance(stream, kind) for stream in streams for kind in (io.TextIOWrapper, io.TextIOBase, io.IOBase)])
err = sys.__stderr__
print(err.errors)
err.reconfigure(errors="replace", line_buffering=True)
print(err.errors, err.line_buffering)
err.reconfigure(encoding="utf-8")
print(err.errors, err.encoding)
for wrong in ({"errors": 1}, {"encoding": 2}, {"newline": 3}):
    try:
        err.reconfigure(**wrong)
    except TypeError as e:
        print(e)
