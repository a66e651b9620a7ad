import datetime as dt

import jwt

token = jwt.encode({"user": 1, "exp": dt.datetime(2100, 1, 1, tzinfo=dt.timezone.utc)}, "k" * 32, algorithm="HS256", headers={"kid": "a"})
print(token)
print(jwt.decode(token, "k" * 32, algorithms=["HS256"]), jwt.get_unverified_header(token))
old = jwt.encode({"exp": 1}, "k" * 64, algorithm="HS512")
for args in ((token, "x" * 32, ["HS256"]), (old, "k" * 64, ["HS512"]), ("a.b", "k", ["HS256"]), (token, "k" * 32, ["HS384"])):
    try:
        jwt.decode(*args)
    except jwt.PyJWTError as e:
        print(type(e).__name__, e)
print(jwt.decode(jwt.encode({"aud": "me"}, "k" * 32), "k" * 32, algorithms=["HS256"], audience="me"))
