"""Parts of long texts of every width: their lengths, hashes and places."""
letters = {"ascii": "ab c", "latin": "é ü", "wide": "日 本", "emoji": "😀 x", "mixed": "aé日😀 "}
for name, unit in letters.items():
    for times in 1, 9, 3000:
        text = unit * times
        padded = "  " + text + "\n\t"
        parts = [text.strip(), padded.strip(), padded.lstrip(), padded.rstrip(), text.rstrip("x" + unit[-1]), *text.partition(" "),
                 *text.rpartition(" "), *text.split(" ", 1), *text.rsplit(" ", 1), text[1:], text[:-1], text[len(text) // 2:]]
        copies = list(map("".join, map(list, parts)))
        assert list(map(len, parts)) == list(map(len, map(list, parts)))
        assert list(map(hash, parts)) == list(map(hash, copies)) and dict(zip(parts, parts)) == dict(zip(copies, copies))
        print(name, times, [len(part) for part in parts], (text + "1").isidentifier(), ("v" + unit.strip()[0] * times).isidentifier())
