"""Long texts of all mixtures of narrow and wide characters: Latin-1 in both directions, and backwards."""
import random

rng = random.Random(5)
alphabets = "ab", "éü", "aé", "aaaaaaaaaaaaaaaé", "éééééééa", "a日", "é日", "日本", "a😀", "aé日😀", "\x00\x7f\x80\xff"
for alphabet in alphabets:
    failed = []
    for length in 0, 1, 2, 15, 16, 17, 33, 64, 4099:
        text = "".join(rng.choices(alphabet, k=length))
        if text[::-1] != "".join(map(text.__getitem__, range(length - 1, -1, -1))):
            failed.append(("backwards", length))
        if max(alphabet) <= "\xff":
            data = bytes(map(ord, text))
            if text.encode("latin-1") != data or data.decode("latin-1") != text:
                failed.append(("codec", length))
        elif max(text, default="a") > "\xff":
            try:
                text.encode("latin-1")
                failed.append(("no error", length))
            except UnicodeEncodeError as e:
                if text[e.start] <= "\xff" or max(text[:e.start], default="a") > "\xff":
                    failed.append(("place", length))
            known = text.translate(dict.fromkeys(map(ord, alphabet.strip("aé")), "?"))
            if text.encode("latin-1", "replace").decode("latin-1") != known:
                failed.append(("replace", length))
    print(ascii(alphabet), failed)
