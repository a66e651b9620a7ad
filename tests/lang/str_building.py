"""Building text step by step: concatenation, joining, tables, run-length coding, palindromes, Roman numerals."""


def rle(text):
    out = ""
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out += text[i] + (str(j - i) if j - i > 1 else "")
        i = j
    return out


def unrle(code):
    parts, letter, digits = [], "", ""
    for c in code + "$":
        if c.isdigit():
            digits += c
        else:
            parts.append(letter * int(digits or 1))
            letter, digits = c, ""
    return "".join(parts)


def roman(n):
    result = ""
    for value, sign in (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"):
        while n >= value:
            result += sign
            n -= value
    return result


def table(rows):
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        lines.append(" | ".join(str(cell).ljust(w) for cell, w in zip(row, widths)))
    lines.insert(1, "-+-".join("-" * w for w in widths))
    return "\n".join(lines)


def is_palindrome(text):
    letters = [c.lower() for c in text if c.isalpha()]
    return letters == letters[::-1]


print(rle("aaabccd"), unrle(rle("aaabccd")))
print(" ".join(roman(n) for n in (1, 4, 9, 14)))
print(table([("name", "n"), ("apple", 3), ("fig", 12)]))
print(is_palindrome("Never odd or even"), is_palindrome("abc"))
triangle = ""
for i in range(1, 4):
    triangle += " " * (3 - i) + "*" * (2 * i - 1) + "\n"
print(triangle, end="")
