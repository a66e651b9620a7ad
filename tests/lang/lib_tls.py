"""Connections of TLS in memory, for the programs about them."""
import os
import ssl

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "certificates")


def path(name):
    return os.path.join(FOLDER, name)


def server_context(name="server.pem", **settings):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path(name))
    for key, value in settings.items():
        setattr(context, key, value)
    return context


def client_context(*, trust="ca.pem", **settings):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if trust:
        context.load_verify_locations(path(trust))
    for key, value in settings.items():
        setattr(context, key, value)
    return context


class Pair:
    """A client and a server whose bytes go through memory."""

    def __init__(self, client, server, name="localhost", session=None):
        self.to_client, self.to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = client.wrap_bio(self.to_client, self.to_server, server_hostname=name, session=session)
        self.server = server.wrap_bio(self.to_server, self.to_client, server_side=True)

    def shake(self):
        """Lets both shake hands; what happened to each."""
        ends = {"client": self.client, "server": self.server}
        outcomes = {}
        for _ in range(8):
            for which in list(ends):
                try:
                    ends[which].do_handshake()
                except ssl.SSLWantReadError:
                    continue
                except ssl.SSLError as error:
                    outcomes[which] = describe(error)
                else:
                    outcomes[which] = "done"
                del ends[which]
        return outcomes


def describe(error):
    """What programs look at of an error."""
    parts = [type(error).__name__, getattr(error, "library", None), getattr(error, "reason", None)]
    if isinstance(error, ssl.SSLCertVerificationError):
        parts += [error.verify_code, error.verify_message]
    return parts


def outcome(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as error:
        if getattr(error, "reason", None) and isinstance(error, ssl.SSLError):
            return describe(error)
        text = str(error).partition(" (_ssl.c")[0]
        return f"{type(error).__name__}: {text}"
