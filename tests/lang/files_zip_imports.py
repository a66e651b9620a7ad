"""Modules and packages in a ZIP archive on sys.path."""
import binascii
import pkgutil
import sys

ARCHIVE = (
    "UEsDBBQAAAAAAIMYIlgwFm33MgAAADIAAAASAAAAcGFja2VkL19faW5pdF9fLnB5ZnJvbSAuc3ViIGltcG9ydCB0d2ljZQpfX2Fs"
    "bF9fID0gWyJ0d2ljZSIsICJzdWIiXQpQSwMEFAAAAAAAgxgiWHA1GPZBAAAAQQAAAA0AAABwYWNrZWQvc3ViLnB5ZGVmIHR3aWNl"
    "KG4pOgogICAgcmV0dXJuIDIgKiBuCgoKZGVmIGZhaWxzKG4pOgogICAgcmV0dXJuIDEgLy8gbgpQSwMEFAAAAAgAgxgiWPR+CpiQ"
    "AAAAVwIAAA0AAABwYWNrZWQvYmlnLnB5RdExDgIxDETRnlNEqSnweAxswUkQBQUl23B/CYTkn+5X86J4f75fn3Eb97n/6jSP4x/R"
    "oY7scEd1nDsuHdeOjcE1zXYwHqwH88F+AARCQASGMLTejyEMYQhDGMIQhjASIzFyfRJGYiRGYiRGYiSGMYxhDK9LYBjDGMYwhjEK"
    "ozAKozBqnRujMAqjMGqbj8MXUEsDBBQAAAAAAIMYIlgZ+QHICgAAAAoAAAAPAAAAcGFja2VkL2RhdGEudHh0c29tZSBkYXRhClBL"
    "AwQUAAAAAACDGCJYUSHbJiEAAAAhAAAACAAAAGFsb25lLnB5IiIiQSBtb2R1bGUuIiIiCndoZXJlID0gX19maWxlX18KUEsBAhQD"
    "FAAAAAAAgxgiWDAWbfcyAAAAMgAAABIAAAAAAAAAAAAAAIABAAAAAHBhY2tlZC9fX2luaXRfXy5weVBLAQIUAxQAAAAAAIMYIlhw"
    "NRj2QQAAAEEAAAANAAAAAAAAAAAAAACAAWIAAABwYWNrZWQvc3ViLnB5UEsBAhQDFAAAAAgAgxgiWPR+CpiQAAAAVwIAAA0AAAAA"
    "AAAAAAAAAIABzgAAAHBhY2tlZC9iaWcucHlQSwECFAMUAAAAAACDGCJYGfkByAoAAAAKAAAADwAAAAAAAAAAAAAAgAGJAQAAcGFj"
    "a2VkL2RhdGEudHh0UEsBAhQDFAAAAAAAgxgiWFEh2yYhAAAAIQAAAAgAAAAAAAAAAAAAAIABwAEAAGFsb25lLnB5UEsFBgAAAAAF"
    "AAUAKQEAAAcCAAAAAA=="
)
with open("code.zip", "wb") as file:
    file.write(binascii.a2b_base64(ARCHIVE))
with open("no.zip", "w") as file:
    file.write("this is text")
sys.path[:0] = ["nowhere.zip", "no.zip", "code.zip"]

import alone
import packed
from packed import big, sub

print(alone.where, alone.__doc__, alone.__loader__, alone.__spec__.origin)
print(packed.twice(21), packed.__path__, sub.__file__, len(big.names), packed.__package__)
print(pkgutil.get_data("packed", "data.txt"), sorted(m.name for m in pkgutil.iter_modules(packed.__path__)))
print(sub.__loader__.is_package("packed.sub"))
import zipimport

print(zipimport.zipimporter("code.zip").get_source("alone"))
try:
    sub.fails(0)
except ZeroDivisionError as e:
    print(e.__traceback__.tb_next.tb_frame.f_code.co_filename, e.__traceback__.tb_next.tb_lineno)
for name in "packed.missing", "missing":
    try:
        __import__(name)
    except ImportError as e:
        print(type(e).__name__, e)
for path in "no.zip", "nowhere.zip", "code.zip/packed":
    try:
        print(zipimport.zipimporter(path))
    except ImportError as e:
        print(type(e).__name__, e)
sub.fails(0)
