name = input()
other = input()
print(name, other)
