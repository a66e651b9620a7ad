"""Teams and their members: each team has its own list."""


class Team:
    members = []

    def __init__(self, name):
        self.name = name

    def join(self, person):
        self.members.append(person)

    def size(self):
        return len(self.members)


red = Team("red")
blue = Team("blue")
for person in ("ann", "bob"):
    red.join(person)
blue.join("eve")
size = blue.size()
print("blue has", size, "members")
print(blue.members)
