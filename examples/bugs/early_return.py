"""All numbers of a lottery ticket have to be valid."""


def is_valid(number):
    return 1 <= number <= 49


def all_valid(numbers):
    for number in numbers:
        if is_valid(number):
            return True
    return False


def accept(ticket):
    if len(set(ticket)) != len(ticket):
        return "refused: a number occurs twice"
    if not all_valid(ticket):
        return "refused: no such number"
    return "accepted"


tickets = {"first": [3, 14, 22], "second": [7, 50, 51]}
answers = {}
for name, ticket in tickets.items():
    answers[name] = accept(ticket)
answer = answers["second"]
print("second ticket:", answer)
