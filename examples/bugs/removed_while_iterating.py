"""Old entries are removed from a guest book."""

YEAR = 2024


def is_old(entry):
    year, _ = entry
    return YEAR - year > 5


def clean(entries):
    for entry in entries:
        if is_old(entry):
            entries.remove(entry)
    return entries


entries = [(2012, "hello"), (2015, "nice"), (2023, "again"), (2010, "first"), (2024, "new")]
kept = clean(entries)
oldest = min(kept)[0]
print("oldest entry left is of", oldest)
