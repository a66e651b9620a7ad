"""Counting words and letters of a text, sorting by several keys, printing a bar chart."""

TEXT = """
Time flies like an arrow, fruit flies like a banana;
an arrow does not fly back. Time does!
"""


def words(text):
    word = ""
    for c in text.lower():
        if c.isalpha():
            word += c
        elif word:
            yield word
            word = ""
    if word:
        yield word


counts = {}
for word in words(TEXT):
    counts[word] = counts.get(word, 0) + 1
for word, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]:
    print(f"{word:<6} {'#' * n} {n}")
by_length = {}
for word in counts:
    by_length.setdefault(len(word), set()).add(word)
for length in sorted(by_length):
    print(length, sorted(by_length[length]))
print(sum(counts.values()), len(counts), max(counts, key=len))
