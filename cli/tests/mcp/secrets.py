"""Values that an agent must not see."""


class User:
    def __init__(self, name, password):
        self.name = name
        self.password = password


def login(user, password):
    token = "tok-" + password
    return token[::-1]


settings = {"api_key": "k-12345678", "debug": True}
password = "open sesame"
user = User("ann", password)
answer = login(user, "open sesame")
print("logged in with", password)
