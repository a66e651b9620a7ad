"""Writes `src/codec/charmaps.xz`: run with CPython 3.13.

It holds the names of encodings that source files may declare, and the tables of those with one byte for a character.
First a line of text for each: `1` or `2` (one byte, or a table of `multibyte`), its name, other names. After an empty
line 256 characters, as 16-bit numbers in little-endian order, for each with a `1`; 0xFFFE is undefined.
"""

import codecs
import encodings
import encodings.aliases
import lzma
import pathlib
import pkgutil
import struct

NATIVE = {"ascii", "latin_1", "utf_8", "utf_8_sig", "utf_7", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le",
          "utf_32_be", "idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem",
          "charmap", "aliases", "iso8859_1"}

lines, tables = [], []
for name in sorted(module.name for module in pkgutil.iter_modules(encodings.__path__)):
    if name in NATIVE or name.startswith("_"):
        continue
    info = codecs.lookup(name)
    if not info._is_text_encoding:
        continue
    others = sorted(alias for alias, target in encodings.aliases.aliases.items() if target == name)
    multibyte = type(info.encode).__name__ == "builtin_function_or_method" and hasattr(
        getattr(info.encode, "__self__", None), "decode")
    if multibyte:
        lines.append(" ".join(["2", name, *others]))
        continue
    codes = []
    for byte in range(256):
        try:
            codes.append(ord(bytes([byte]).decode(name)))
        except UnicodeDecodeError:
            codes.append(0xFFFE)
    lines.append(" ".join(["1", name, *others]))
    tables.append(struct.pack("<256H", *codes))
data = "".join(line + "\n" for line in lines).encode() + b"\n" + b"".join(tables)
out = pathlib.Path(__file__).parent.parent / "src/codec/charmaps.xz"
out.write_bytes(lzma.compress(data, preset=9))
print(len(lines), len(tables), len(data), out.stat().st_size)
