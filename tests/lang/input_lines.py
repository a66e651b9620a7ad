"""Reads commands from the standard input until it ends: a small calculator with a memory."""
import sys

memory = {}


def run(line):
    name, sign, text = line.partition("=")
    if sign:
        memory[name.strip()] = run(text)
        return memory[name.strip()]
    left, *rest = text.split() if sign else line.split()
    total = memory[left] if left in memory else int(left)
    while rest:
        op, word, *rest = rest
        value = memory[word] if word in memory else int(word)
        match op:
            case "+": total += value
            case "-": total -= value
            case "*": total *= value
    return total


name = input("name? ")
print("hello", name)
while True:
    try:
        line = input()
    except EOFError:
        print("end of input")
        break
    if line == "rest":
        print([word.rstrip() for word in sys.stdin.readline().split()])
        continue
    try:
        print(line, "->", run(line))
    except (ValueError, KeyError) as e:
        print(line, "failed:", e)
print(memory)
