"""Ends with an uncaught exception from nested functions."""


def parse(record):
    name, amount = record.split(":")
    return name, convert(amount)


def convert(text):
    return int(
        text.strip()
    )


total = 0
for record in ["a: 1", "b: 2", "c: three", "d: 4"]:
    name, amount = parse(record)
    total += amount
    print(name, total)
print("never printed")
