"""Who may enter: members, and guests who have a ticket, but nobody who is banned."""


class Person:
    def __init__(self, name, member=False, ticket=False, banned=False):
        self.name = name
        self.member = member
        self.ticket = ticket
        self.banned = banned


def may_enter(person):
    allowed = person.member or person.ticket and not person.banned
    return allowed


def entrance(people):
    inside = []
    for person in people:
        if may_enter(person):
            inside.append(person.name)
    return inside


people = [
    Person("ann", member=True),
    Person("bob", ticket=True, banned=True),
    Person("eve", member=True, banned=True),
]
inside = entrance(people)
print("inside:", inside)
