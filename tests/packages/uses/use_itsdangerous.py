from itsdangerous import BadSignature, Signer, URLSafeSerializer, URLSafeTimedSerializer

s = Signer("secret")
print(s.sign("value"), s.unsign(s.sign(b"v")))
u = URLSafeSerializer("k", salt="act")
token = u.dumps({"id": 5, "names": ["x", "y"]})
print(token, u.loads(token))
try:
    u.loads(token + "x")
except BadSignature as e:
    print(e)
t = URLSafeTimedSerializer("k")
print(t.loads(t.dumps([1, 2]), max_age=1000), u.loads_unsafe("bad"))
