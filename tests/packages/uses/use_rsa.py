import rsa
from rsa import common, core, pkcs1, prime

pub, priv = rsa.PublicKey(3233, 17), rsa.PrivateKey(3233, 17, 2753, 61, 53)
print(core.encrypt_int(65, pub.e, pub.n), core.decrypt_int(2790, priv.d, priv.n), priv.blinded_decrypt(2790))
p, q = 2**127 - 1, 2**521 - 1
n, e = p * q, 65537
d = common.inverse(e, (p - 1) * (q - 1))
priv = rsa.PrivateKey(n, e, d, q, p)
pub = rsa.PublicKey(n, e)
signature = rsa.sign(b"message", priv, "SHA-256")
print(signature.hex()[:40], rsa.verify(b"message", signature, pub))
print(rsa.decrypt(rsa.encrypt(b"secret", pub), priv), prime.is_prime(97), common.extended_gcd(240, 46))
print(pub.save_pkcs1().decode()[:60], rsa.PublicKey.load_pkcs1(pub.save_pkcs1()) == pub)
try:
    rsa.verify(b"other", signature, pub)
except pkcs1.VerificationError as e:
    print(e)
