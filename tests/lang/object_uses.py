"""One object that is passed, kept and returned on the same lines."""


class Token:
    pass


def keep(token, kept=[]): kept.append(token); return token


def groups(token):
    by_name = {}
    by_name.setdefault("one", []).append(token)
    by_name["two"] = [token]
    return by_name


token = Token()
keep(other := token)
found = groups(keep(token))
print(len(found), other is token)
