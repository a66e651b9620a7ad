"""Indexing long text that is not ASCII: forwards, backwards, here and there, to the end and past it."""
text = "aé日𝒳b" * 340
n = len(text)
print(n, [text[i] for i in range(7)], [text[i] for i in range(n - 6, n)])
out = sum([i for i, c in enumerate(map(text.__getitem__, range(n))) if c in "é𝒳"])
print(out, text[n - 1], text[5], text[1000], text[1001], text[999], text[1016], text[1017], text[0])
print(text[700:704], text[698:700], text[-3:], text[n:], text.index("b", 1200), text.find("日", 1203), len(text.encode()))
for i in (n, -n - 1):
    try:
        print(text[i])
    except IndexError as e:
        print(e)
other = "ß" * 1200
print(other[5], text[5], other[6], text[6], other[1199], text[21], other[20])
