from tabulate import tabulate

rows = [["spam", 1.5, None], ["eggs", 451, "x"], ["multi\nline", -2.25, "é"]]
for fmt in ("plain", "simple", "grid", "pipe", "html", "latex", "rst", "fancy_grid", "tsv"):
    print(tabulate(rows, headers=["name", "n", "note"], tablefmt=fmt, missingval="?"))
print(tabulate([{"a": 1, "b": "2"}, {"a": 10.25, "c": 3}], headers="keys", showindex=True, floatfmt=".1f"))
print(tabulate([["a b c d e f", "1"]], maxcolwidths=[5, None], stralign="right", disable_numparse=True))
