"""Contexts of TLS: keys, trust, protocols, names, certificates of clients, sessions."""
import ssl

from lib_tls import Pair, client_context, outcome, path, server_context

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
print(outcome(context.load_cert_chain, path("ca.pem")))
print(outcome(context.load_cert_chain, path("nothing.pem")))
print(outcome(context.load_cert_chain, path("server.pem"), path("other.pem")))
print(outcome(context.load_cert_chain, path("server.pem"), path("server_encrypted.key"), "wrong"))
print(outcome(context.load_cert_chain, path("server.pem"), path("server_encrypted.key"), "secret"))
print(outcome(context.load_cert_chain, path("server.pem"), path("server_encrypted.key"), lambda: b"secret"))
print(outcome(context.load_cert_chain, path("server.pem"), path("server_encrypted.key"), 5))
print(outcome(context.load_cert_chain, path("server.pem"), path("server_encrypted.key"), lambda: 5))
print(outcome(context.load_cert_chain, path("server_rsa.pem"), path("server_rsa_encrypted.key"), bytearray(b"secret")))
print(outcome(context.load_cert_chain, path("server_rsa.pem"), path("server_rsa_encrypted.key"), "wrong"))
print(outcome(context.load_verify_locations), outcome(context.load_verify_locations, path("nothing.pem")))
print(outcome(context.load_verify_locations, path("server_encrypted.key")))
print(outcome(context.load_verify_locations, cadata=""), outcome(context.load_verify_locations, cadata="text"))
print(outcome(context.load_verify_locations, cadata=b"bytes"), context.cert_store_stats())
with open(path("ca.pem")) as file:
    pem = file.read()
context.load_verify_locations(cadata=pem)
context.load_verify_locations(cadata=ssl.PEM_cert_to_DER_cert(pem))
context.load_verify_locations(path("server.pem"))
print(context.cert_store_stats(), [dict(item)["subject"] for item in context.get_ca_certs()])
print(context.get_ca_certs(True) == [ssl.PEM_cert_to_DER_cert(pem)])

client, server = client_context(), server_context()
client.set_alpn_protocols(["h2", "http/1.1"])
server.set_alpn_protocols(["http/1.1", "spdy"])
pair = Pair(client, server)
print(pair.shake(), pair.client.selected_alpn_protocol(), pair.server.selected_alpn_protocol())
server.set_alpn_protocols(["other"])
pair = Pair(client, server)
print(pair.shake(), pair.client.selected_alpn_protocol(), pair.server.selected_alpn_protocol())

# Certificates of clients.
server = server_context(verify_mode=ssl.CERT_REQUIRED)
server.load_verify_locations(path("ca.pem"))
known = client_context()
known.load_cert_chain(path("client.pem"))
for version in ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3:
    known.maximum_version = version
    pair = Pair(known, server)
    print(pair.shake(), pair.server.getpeercert()["subject"], len(pair.server.get_verified_chain()))
    pair = Pair(client_context(maximum_version=version), server)
    print(pair.shake()["server"])
print(outcome(pair.client.read, 1))
server.verify_mode = ssl.CERT_OPTIONAL
pair = Pair(client_context(), server)
print(pair.shake(), pair.server.getpeercert(), pair.server.getpeercert(True))

# Names that clients ask for.
names = []
other = server_context("other.pem")


def choose(sock, name, context):
    names.append((name, context is server))
    if name == "other.example.net":
        sock.context = other
    elif name == "nobody.example.org":
        return ssl.ALERT_DESCRIPTION_ACCESS_DENIED
    return None


server = server_context(sni_callback=choose)
for name in "localhost", "other.example.net", "nobody.example.org":
    pair = Pair(client_context(), server, name)
    print(name, pair.shake())
careless = client_context(check_hostname=False)
print(Pair(careless, server, None).shake(), names)
print(outcome(server.wrap_bio, 1, 2, True, "a"))

# Going on with a session.
server, client = server_context(), client_context()
pair = Pair(client, server)
print(pair.client.session, pair.shake(), pair.client.session_reused)
outcome(pair.client.read, 1)
session = pair.client.session
print(session.has_ticket, type(session.id), session.timeout > 0, session == pair.client.session)
pair = Pair(client, server, session=session)
print(pair.shake(), pair.client.session_reused, pair.server.session_reused)
print(outcome(Pair, client_context(), server, session=session))
print(outcome(setattr, pair.client, "session", 5), outcome(setattr, pair.client, "session", session))
stats = client.session_stats()
print(stats["connect"], stats["connect_good"], stats["hits"])

old = client_context(minimum_version=ssl.TLSVersion.TLSv1, maximum_version=ssl.TLSVersion.TLSv1_3)
print(old.minimum_version, old.maximum_version, outcome(setattr, old, "minimum_version", 5))
print(ssl.get_protocol_name(ssl.PROTOCOL_TLS), client.protocol, client.verify_mode, client.check_hostname)
