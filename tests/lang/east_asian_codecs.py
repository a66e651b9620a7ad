# Encodings of East Asia: texts, errors with their positions, handlers, pieces, streams.
import codecs
import io
import os
import tempfile

TEXTS = {
    "gb2312": "汉字 ABC。", "gbk": "漢字 €", "gb18030": "汉€😀ÿ", "hz": "汉字~x", "big5": "漢字，", "cp950": "漢字€",
    "big5hkscs": "漢字Ê̄ǎ", "euc_kr": "한글 똠", "cp949": "한글 똠", "johab": "한글ㄱ", "shift_jis": "日本語ｱ\\~",
    "cp932": "日本語①～", "shift_jisx0213": "日本か゚", "shift_jis_2004": "日本か゚𠂉", "euc_jp": "日本語丂ｱ",
    "euc_jisx0213": "日本か゚", "euc_jis_2004": "日本か゚𠂉", "iso2022_jp": "日本 abc ¥", "iso2022_jp_1": "日本丂",
    "iso2022_jp_2": "日本汉한", "iso2022_jp_2004": "日本か゚𠂉", "iso2022_jp_3": "日本か゚", "iso2022_jp_ext": "日本ｱ",
    "iso2022_kr": "한글 abc",
}


def attempt(function, *args):
    try:
        return function(*args)
    except UnicodeError as e:
        return f"{type(e).__name__}: {e}", getattr(e, "start", None), getattr(e, "end", None)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


codecs.register_error("mark", lambda e: (f"<{e.start}:{e.end} {e.reason}>", e.end))
for name, text in TEXTS.items():
    data = attempt(text.encode, name)
    if isinstance(data, tuple):
        print(name, data)
        data = text.encode(name, "replace")
    print(name, data, data.decode(name) == text)
    print(" ", [attempt("a😀\udc80b".encode, name, errors) for errors in ("replace", "mark", "strict")])
    broken = data[:-1] + b"\xff\x81"
    print(" ", [ascii(attempt(broken.decode, name, errors)) for errors in ("strict", "replace", "mark")])
    decoder = codecs.getincrementaldecoder(name)()
    pieces = list(map(decoder.decode, map(bytes, zip(data))))
    print(" ", pieces, decoder.getstate(), attempt(decoder.decode, b"\x81", True))
    encoder = codecs.getincrementalencoder(name)("ignore")
    print(" ", list(map(encoder.encode, text)), encoder.getstate(), encoder.encode("", True))

# States can be saved.
decoder = codecs.getincrementaldecoder("iso2022_jp")()
decoder.decode(b"\x1b$BF")
state = decoder.getstate()
print(state, decoder.decode(b"|"), decoder.setstate(state), decoder.decode(b"|"), decoder.reset(), decoder.getstate())
encoder = codecs.getincrementalencoder("shift_jisx0213")()
print(encoder.encode("か"), encoder.getstate(), encoder.encode("゚"), encoder.encode("か"), encoder.encode("x"))
print(attempt(encoder.setstate, -1), attempt(decoder.setstate, (b"123456789", 0)), attempt(decoder.setstate, 5))

# Streams.
writer = codecs.getwriter("iso2022_jp")(io.BytesIO())
writer.write("日")
writer.writelines(["本", "語\n"])
writer.reset()
print(writer.stream.getvalue(), writer.errors)
reader = codecs.getreader("gbk")(io.BytesIO("汉字\n第二行\nx".encode("gbk")))
print([reader.read(1), reader.readline(), reader.readlines(), reader.read()])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "text")
    with open(path, "w", encoding="euc_jp") as file:
        file.write("日本\n語\n")
    with open(path, encoding="euc_jp") as file:
        print(list(file))
    with open(path, encoding="gb2312", errors="replace") as file:
        print(ascii(file.read()))

# Wrong arguments.
import _codecs_jp
import _multibytecodec

codec = _codecs_jp.getcodec("cp932")
print(codec.encode("a"), codec.decode(bytearray(b"a")), codec.encode(5))
for function, args in ((_codecs_jp.getcodec, (5,)), (_codecs_jp.getcodec, ("gbk",)), (codec.decode, ("a",)),
                       (_multibytecodec.MultibyteIncrementalDecoder, ())):
    print(attempt(function, *args))
codecs.register_error("wrong", lambda e: 5)
codecs.register_error("far", lambda e: ("", 50))
for errors in ("wrong", "far", "nosuch"):
    print(attempt("😀".encode, "gbk", errors), attempt(b"\xff".decode, "gbk", errors))
codecs.register_error("again", lambda e: ("😀", e.end))
print(attempt("a😀".encode, "big5", "again"))
