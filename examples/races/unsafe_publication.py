"""Unsafe publication: others see an object before all of it is there.

Wrong: `register` puts the user into the shared dict, and then gives it its address.
"""
import threading

users = {}


class User:
    def __init__(self, name):
        self.name = name
        self.address = None


def register(name, address):
    user = User(name)
    users[name] = user
    user.address = address


def write_letters():
    for user in list(users.values()):
        assert user.address is not None, f"{user.name} has no address"


threads = [threading.Thread(target=register, args=("ann", "1 Main Street")), threading.Thread(target=write_letters)]
for t in threads:
    t.start()
for t in threads:
    t.join()
