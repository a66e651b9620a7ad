from pyasn1.codec.ber import decoder as ber
from pyasn1.codec.der import decoder, encoder
from pyasn1.codec.native import encoder as native
from pyasn1.type import char, constraint, namedtype, namedval, tag, univ, useful
from ecdsa import NIST256p, SigningKey, VerifyingKey, BadSignatureError, ellipticcurve
import hashlib


class Rec(univ.Sequence):
    componentType = namedtype.NamedTypes(
        namedtype.NamedType("id", univ.Integer().subtype(subtypeSpec=constraint.ValueRangeConstraint(0, 100))),
        namedtype.OptionalNamedType("name", char.UTF8String().subtype(explicitTag=tag.Tag(tag.tagClassContext, tag.tagFormatSimple, 0))),
        namedtype.DefaultedNamedType("ok", univ.Boolean(True)),
        namedtype.OptionalNamedType("tags", univ.SequenceOf(componentType=univ.OctetString())))


r = Rec()
r["id"] = 5
r["name"] = "zoé"
r["tags"].extend([b"a", b"b"])
data = encoder.encode(r)
print(data.hex())
back, rest = decoder.decode(data + b"xx", asn1Spec=Rec())
print(back.prettyPrint(), rest, native.encode(back), back == r)
print(univ.ObjectIdentifier("1.2.840.113549"), encoder.encode(univ.ObjectIdentifier("1.2.840.113549")).hex(), encoder.encode(univ.Real(1.5)).hex(), univ.BitString("1011"), useful.UTCTime("240101000000Z"))
for bad in (lambda: r.setComponentByName("id", 500), lambda: decoder.decode(b"\x30\x05\x02"), lambda: r["zz"], lambda: univ.Integer("x")):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, str(e)[:120])
k = SigningKey.from_string(bytes(range(32)), curve=NIST256p)
sig = k.sign_deterministic(b"message", hashfunc=hashlib.sha256)
print(sig.hex(), k.verifying_key.verify(sig, b"message", hashfunc=hashlib.sha256), k.verifying_key.to_string("compressed").hex())
try:
    k.verifying_key.verify(sig, b"other", hashfunc=hashlib.sha256)
except BadSignatureError as e:
    print(type(e).__name__, e)
print(k.to_pem().decode()[:40], VerifyingKey.from_pem(k.verifying_key.to_pem()) == k.verifying_key)
