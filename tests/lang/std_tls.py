"""Connections of TLS in memory: shaking hands, reading and writing, certificates, and what goes wrong."""
import ssl

from lib_tls import Pair, client_context, outcome, path, server_context

pair = Pair(client_context(), server_context())
print(outcome(pair.client.read, 10), pair.client.version(), pair.client.cipher(), pair.client.pending())
print(outcome(pair.client.getpeercert))
print(pair.shake())
client, server = pair.client, pair.server
print(client.version(), server.version(), client.cipher()[1:], client.compression(), client.selected_alpn_protocol())
for key, value in client.getpeercert().items():
    print(key, value if key != "serialNumber" else len(value))
der = client.getpeercert(True)
print(len(client.get_verified_chain()), client.get_unverified_chain() == [der], server.getpeercert())
print(ssl.DER_cert_to_PEM_cert(der) == open(path("server.pem")).read().partition("-----BEGIN PRIVATE")[0])
print(client.write(b"hello"), outcome(client.read), server.read(), outcome(server.read, 3))
print(server.write(b"x" * 40_000), pair.to_client.pending > 16384, len(client.read(100)), client.pending())
buffer = bytearray(20)
print(client.read(5, buffer), buffer, len(client.read(100_000)), client.read(0))
print(client.server_side, server.server_side, client.server_hostname, server.server_hostname, client.session_reused)
while type(rest := outcome(client.read, 100_000)) is bytes:
    print(len(rest))
print(rest, outcome(client.unwrap), server.read(5), outcome(server.unwrap), outcome(client.unwrap))
print(outcome(client.write, b"late"), outcome(client.read, 5))

# Something that comes after a goodbye.
pair = Pair(client_context(), server_context())
pair.shake()
pair.server.write(b"unread")
print(outcome(pair.client.unwrap))

# An end without a goodbye.
pair = Pair(client_context(), server_context())
pair.shake()
outcome(pair.client.read, 1)
pair.to_client.write_eof()
print(outcome(pair.client.read, 5))


def try_pair(what, client, server, name="localhost"):
    pair = Pair(client, server, name)
    print(what, pair.shake())
    return pair


try_pair("wildcard", client_context(), server_context(), "www.example.org")
try_pair("address", client_context(), server_context(), "127.0.0.1")
try_pair("other host", client_context(), server_context("other.pem"))
try_pair("other address", client_context(), server_context(), "127.0.0.2")
try_pair("unchecked host", client_context(check_hostname=False), server_context("other.pem"))
try_pair("no trust", client_context(trust=None), server_context())
try_pair("expired", client_context(), server_context("expired.pem"))
try_pair("self-signed", client_context(), server_context("selfsigned.pem"))
try_pair("trusted", client_context(trust="selfsigned.pem"), server_context("selfsigned.pem"))
try_pair("purpose", client_context(check_hostname=False), server_context("client.pem"))
careless = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
careless.check_hostname = False
careless.verify_mode = ssl.CERT_NONE
pair = try_pair("careless", careless, server_context("expired.pem"))
print(pair.client.getpeercert(), len(pair.client.getpeercert(True)) > 100)
strict = ssl.create_default_context(cafile=path("ca.pem"))
try_pair("strict", strict, server_context())
revoking = client_context(verify_flags=ssl.VERIFY_CRL_CHECK_LEAF)
try_pair("no list", revoking, server_context())
revoking.load_verify_locations(path("ca.crl"))
print(revoking.cert_store_stats())
try_pair("not revoked", revoking, server_context())
try_pair("revoked", revoking, server_context("revoked.pem"))

old = ssl.TLSVersion.TLSv1_2
pair = try_pair("1.2", client_context(maximum_version=old), server_context("server_rsa.pem"))
print(pair.client.version(), pair.client.cipher()[1])
newest = ssl.TLSVersion.TLSv1_3
try_pair("1.3 alone", client_context(maximum_version=old), server_context(minimum_version=newest))
chosen = client_context(maximum_version=old)
chosen.set_ciphers("ECDHE+CHACHA20")
pair = try_pair("cipher", chosen, server_context())
print(pair.client.cipher(), [c["name"] for c in chosen.get_ciphers()][3:], outcome(chosen.set_ciphers, "nothing"))
pair = Pair(client_context(), server_context())
pair.to_server.write(b"GET / HTTP/1.1\r\n\r\n")
print(outcome(pair.server.do_handshake))
pair = Pair(client_context(), server_context())
pair.to_client.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
print(outcome(pair.client.do_handshake))
