"""A program for the panes: calls, output, and a line that it reads."""


def add(total, number):
    total = total + number
    if total > 100:
        return 0
    return total


total = 0
for number in range(4):
    total = add(total, number)
    print("total is", total)
name = input("who? ")
print("hello", name)
