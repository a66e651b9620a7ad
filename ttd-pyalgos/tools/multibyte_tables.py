"""Writes the tables of East Asian codecs, `src/codec/multibyte/*.xz`: run with CPython 3.13.

Asks CPython's own codecs what every sequence of bytes and every character becomes. A file holds the tables of one
region, as 16-bit numbers in little-endian order, compressed by xz. A table is

* 256 numbers, for what a first byte means;
* 256 numbers for each first byte that needs a second, in order;
* a count of pairs of bytes that need a third, and for each the pair and 256 numbers;
* a count, and as many characters beyond 16 bits and pairs of characters: four numbers each;
* a count of runs of four-byte sequences, and for each first character, ordinal and length: five numbers;
* a count of exceptions (two numbers), and for each what encodes otherwise than the inverse of all this says: four
  numbers for the characters, one for the length of the bytes, two for the bytes.

A number is a character; 0xD800 (invalid), 0xD801 (needs more), 0xD802 (invalid, and an error of two bytes), or 0xD803 +
the index of what is beyond 16 bits.
"""

import lzma
import pathlib
import struct
import sys

INVALID, MORE, INVALID_TWO, EXTRA = 0xD800, 0xD801, 0xD802, 0xD803
OUT = pathlib.Path(__file__).parent.parent / "src/codec/multibyte"

# Tables by region. A charset of ISO 2022 stands between slashes: codec, what designates it, and the encoder's codec.
REGIONS = {
    "cn": ["gb2312", "gbk", "gb18030", "gb2312/iso2022_jp_2/\x1b$A"],
    "tw": ["big5", "cp950", "big5hkscs"],
    "kr": ["euc_kr", "cp949", "johab", "ksx1001/iso2022_kr/\x1b$)C\x0e"],
    "jp": ["shift_jis", "cp932", "shift_jisx0213", "shift_jis_2004", "euc_jp", "euc_jisx0213", "euc_jis_2004",
           "jisx0208/iso2022_jp/\x1b$B", "jisx0212/iso2022_jp_1/\x1b$(D", "jisx0213_2000_1/iso2022_jp_3/\x1b$(O",
           "jisx0213_2000_2/iso2022_jp_3/\x1b$(P", "jisx0213_2004_1/iso2022_jp_2004/\x1b$(Q",
           "jisx0213_2004_2/iso2022_jp_2004/\x1b$(P"],
}


class Source:
    """What CPython says of one table."""

    def __init__(self, name):
        self.name, *rest = name.split("/")
        self.codec, designation = rest or (self.name, "")
        self.prefix = designation.encode()

    def decode(self, data):
        """The characters of a sequence, None or 2 if it is illegal (2: an error of two bytes), ... if it needs more."""
        if self.prefix and (len(data) < 2 or not all(0x21 <= b < 0x7F for b in data)):
            return ... if len(data) < 2 and 0x21 <= data[0] < 0x7F else None
        try:
            text = (self.prefix + data).decode(self.codec)
        except UnicodeDecodeError as e:
            start = e.start - len(self.prefix)
            if start == 0 and e.reason.startswith("incomplete"):
                return ...
            if start == 0 and not self.prefix and e.end - e.start == 2:
                return 2
            assert start or self.prefix or e.end - e.start == 1, (self.name, data, e)
            return None
        return text if len(data) == 1 or self.prefix or (data[:1], text[:1]) not in self.single else None

    def encode(self, text):
        """The bytes of characters, or None."""
        try:
            data = text.encode("gb2312" if self.name == "gb2312" and self.prefix else self.codec)
        except UnicodeEncodeError:
            return None
        if self.name == "gb2312" and self.prefix:
            return bytes(b & 0x7F for b in data) if data[0] >= 0x80 else None
        if self.prefix:
            if not data.startswith(self.prefix) or text.isascii():
                return None
            data = data[len(self.prefix):][:2]
        return data


def number(text, extras):
    if not isinstance(text, str):
        return {None: INVALID, ...: MORE, 2: INVALID_TWO}[text]
    if len(text) == 1 and ord(text) < 0x10000:
        return ord(text)
    if text not in extras:
        extras[text] = len(extras)
    return EXTRA + extras[text]


def row(source, lead, extras, found):
    cells = []
    for last in range(256):
        data = lead + bytes([last])
        text = source.decode(data)
        if isinstance(text, str):
            found.setdefault(text, data)
        cells.append(number(text, extras))
    return cells


def chars(text):
    codes = [ord(c) for c in text] + [0]
    return [codes[0] & 0xFFFF, codes[0] >> 16, codes[1] & 0xFFFF, codes[1] >> 16]


def four_byte_runs(source):
    """Runs of characters below 0x10000 with consecutive sequences of four bytes: first, ordinal, length."""
    runs = []
    for code in range(0x80, 0x10000):
        data = None if 0xD800 <= code < 0xE000 else source.encode(chr(code))
        if data is None or len(data) != 4:
            continue
        assert data.decode(source.codec) == chr(code)
        a, b, c, d = data
        ordinal = ((a - 0x81) * 10 + b - 0x30) * 1260 + (c - 0x81) * 10 + d - 0x30
        if runs and runs[-1][0] + runs[-1][2] == code and runs[-1][1] + runs[-1][2] == ordinal:
            runs[-1][2] += 1
        else:
            runs.append([code, ordinal, 1])
    return runs


def table(name):
    source = Source(name)
    source.single = set()
    extras, found, out = {}, {}, []
    first = row(source, b"", extras, found)
    source.single = {(bytes([b]), chr(c)) for b, c in enumerate(first) if c < INVALID}
    out += first
    third = []
    for lead in range(256):
        if first[lead] == MORE:
            cells = row(source, bytes([lead]), extras, found)
            third += [bytes([lead, b]) for b, c in enumerate(cells) if c == MORE]
            out += cells
    rows = []
    if source.name not in ("gb18030", "euc_kr"):
        rows = [(pair, row(source, pair, extras, found)) for pair in third]
        rows = [(pair, cells) for pair, cells in rows if set(cells) != {INVALID}]
    out.append(len(rows))
    for pair, cells in rows:
        assert MORE not in cells
        out += [pair[0] << 8 | pair[1], *cells]
    assert len(extras) < 0xE000 - EXTRA
    out.append(len(extras))
    for text in extras:
        out += chars(text)
    runs = four_byte_runs(source) if source.name == "gb18030" else []
    out.append(len(runs))
    for code, ordinal, length in runs:
        out += [code, ordinal & 0xFFFF, ordinal >> 16, length & 0xFFFF, length >> 16]
    wrong = []
    # Beyond, only GB 18030 has characters, by a rule.
    texts = [chr(c) for c in range(0x30000) if not 0xD800 <= c < 0xE000]
    for text in texts + [t for t in extras if len(t) == 2]:
        data = source.encode(text)
        if data is not None and len(data) == 8 or data is not None and len(data) == 4 and source.name == "gb18030":
            continue
        if data != found.get(text):
            assert data is None or len(data) <= 3, (name, text, data)
            packed = (data or b"").ljust(4, b"\0")
            wrong.append([*chars(text), len(data or b""), *struct.unpack("<2H", packed)])
    out += [len(wrong) & 0xFFFF, len(wrong) >> 16]
    for entry in wrong:
        out += entry
    print(source.name, len(found), "exceptions", len(wrong), "extras", len(extras), "third", len(rows), "runs", len(runs))
    return struct.pack(f"<{len(out)}H", *out)


for region in sys.argv[1:] or REGIONS:
    names = REGIONS[region]
    data = b"".join(map(table, names))
    packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    (OUT / f"{region}.xz").write_bytes(packed)
    print(region, len(data), len(packed))
