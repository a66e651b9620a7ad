"""Contexts: what connections of TLS have in common. A context keeps its settings; what is made of them is outside, and
is made when the first connection needs it."""

import sys
import _core
import _ttd_tls as _native
import _ttd_tls_certificates as _certificates
import _ttd_tls_ciphers as _ciphers
import _ttd_tls_errors as _errors
from _operator import index as _index
from _ttd_tls_bio import MemoryBIO
from _ttd_tls_socket import connection as _connection

_TLS, _TLSv1_2, _CLIENT, _SERVER = 2, 5, 16, 17
_NONE, _OPTIONAL, _REQUIRED = 0, 1, 2
_LOWEST, _HIGHEST = -2, -1
_VERSIONS = (0x300, 0x301, 0x302, 0x303, 0x304)
_NO_TICKET, _NO_1_2, _NO_1_3 = 16384, 134217728, 536870912
_NO_VERSIONS = 33554432 | 67108864 | 268435456 | _NO_1_2 | _NO_1_3
_HANDSHAKE_FAILURE, _INTERNAL_ERROR = 40, 80
#: Where systems have their certificates, all in one file.
_BUNDLES = ("/usr/lib/ssl/cert.pem", "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem")


def _deprecated(what):
    from warnings import warn
    warn(what + " deprecated", DeprecationWarning, stacklevel=2)


def _version(value):
    value = _index(value)
    if value not in (_LOWEST, _HIGHEST, *_VERSIONS):
        raise ValueError(f"Unsupported TLS/SSL version {value:#x}")
    if value in _VERSIONS[:3]:
        _deprecated(f"ssl.TLSVersion.{('SSLv3', 'TLSv1', 'TLSv1_1')[value - 0x300]} is")
    return value


class _SSLContext:
    __module__ = "_ssl"
    _config = None

    def __new__(cls, protocol, /):
        protocol = _index(protocol)
        if protocol not in (_TLS, _TLSv1_2, _CLIENT, _SERVER):
            raise ValueError("invalid or unsupported protocol version")
        if protocol in (_TLS, _TLSv1_2):
            _deprecated(f"ssl.PROTOCOL_{'TLS' if protocol == _TLS else 'TLSv1_2'} is")
        self = object.__new__(cls)
        self._protocol = protocol
        self._verify_mode = _REQUIRED if protocol == _CLIENT else _NONE
        self._check_hostname = protocol == _CLIENT
        self._options = 0x82520050
        self._verify_flags = 32768
        self._host_flags_now = 4
        self._minimum, self._maximum = 0x303, _HIGHEST
        if protocol == _TLSv1_2:
            self._maximum = 0x303
        self._sni = self._keys = None
        self._alpn, self._chosen, self._identities = (), _ciphers.ALL, {}
        self._store = _certificates.Store()
        self._tickets, self._late_auth = 2, False
        self._counts = {}
        return self

    def __init__(self, *args, **kwargs):
        pass

    def __del__(self):
        if self._config is not None:
            self._changed()

    def _changed(self):
        """Lets the next connection be made of the new settings."""
        number, self._config = self._config, None
        if number is not None:
            _native.request(number, _native.forget, ())

    def _configured(self):
        """The number of what connections are made of."""
        if self._config is None:
            minimum = 0x301 if self._minimum == _LOWEST else 0x304 if self._minimum == _HIGHEST else self._minimum
            maximum = 0x304 if self._maximum == _HIGHEST else 0x301 if self._maximum == _LOWEST else self._maximum
            versions = 1 if minimum <= 0x303 <= maximum and not self._options & _NO_1_2 else 0
            if minimum <= 0x304 <= maximum and not self._options & _NO_1_3:
                versions |= 2
            trusted, lists = self._store.from_folders()
            tickets = 0 if self._options & _NO_TICKET else self._tickets
            args = (
                self._verify_mode, self._verify_flags, self._host_flags_now, int(self._check_hostname), versions,
                _ciphers.everything(self._chosen), self._alpn, (*self._store.certificates, *trusted),
                (*self._store.lists, *lists), tuple(self._identities.values()), tickets, int(self._keys is not None),
            )
            reply = _native.request(0, _native.configure, args)
            if isinstance(reply, list):
                raise _errors.failure(*reply)
            self._config = reply
        return self._config

    def _count(self, name):
        self._counts[name] = self._counts.get(name, 0) + 1

    protocol = property(lambda self: self._protocol)

    @property
    def verify_mode(self):
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value):
        value = _index(value)
        if value not in (_NONE, _OPTIONAL, _REQUIRED):
            raise ValueError("invalid value for verify_mode")
        if value == _NONE and self._check_hostname:
            raise ValueError("Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
        self._verify_mode = value
        self._changed()

    @property
    def check_hostname(self):
        return self._check_hostname

    @check_hostname.setter
    def check_hostname(self, value):
        self._check_hostname = bool(value)
        if value and self._verify_mode == _NONE:
            self._verify_mode = _REQUIRED
        self._changed()

    @property
    def options(self):
        return self._options

    @options.setter
    def options(self, value):
        value = _index(value)
        if value < 0:
            raise OverflowError("can't convert negative int to unsigned")
        if value >> 64:
            raise OverflowError("Python int too large to convert to C unsigned long")
        if value & ~self._options & _NO_VERSIONS:
            _deprecated("ssl.OP_NO_SSL*/ssl.OP_NO_TLS* options are")
        self._options = value
        self._changed()

    @property
    def verify_flags(self):
        return self._verify_flags

    @verify_flags.setter
    def verify_flags(self, value):
        self._verify_flags = _index(value)
        self._changed()

    @property
    def _host_flags(self):
        return self._host_flags_now

    @_host_flags.setter
    def _host_flags(self, value):
        self._host_flags_now = _index(value)
        self._changed()

    def _check_versions(self):
        if self._protocol == _TLSv1_2:
            raise ValueError("The context's protocol doesn't support modification of highest and lowest version.")

    @property
    def minimum_version(self):
        return self._minimum

    @minimum_version.setter
    def minimum_version(self, value):
        value = _version(value)
        self._check_versions()
        self._minimum = 0x304 if value == _HIGHEST else value
        self._changed()

    @property
    def maximum_version(self):
        return self._maximum

    @maximum_version.setter
    def maximum_version(self, value):
        value = _version(value)
        self._check_versions()
        self._maximum = 0x301 if value == _LOWEST else value
        self._changed()

    @property
    def sni_callback(self):
        return self._sni

    @sni_callback.setter
    def sni_callback(self, value):
        if self._protocol == _CLIENT:
            raise ValueError("sni_callback cannot be set on TLS_CLIENT context")
        if value is not None and not callable(value):
            raise TypeError("not a callable object")
        self._sni = value

    def _ask_for_name(self, sock, name):
        """Calls the program's function for a client that has greeted; gives an alert, or 0."""
        callback = self._sni
        try:
            result = callback(sock, name, self)
        except Exception as error:
            self._tell(error, callback)
            return _HANDSHAKE_FAILURE
        if result is None:
            return 0
        try:
            return _index(result) & 0xFF
        except Exception as error:
            self._tell(error, result)
            return _INTERNAL_ERROR

    @staticmethod
    def _tell(error, where):
        sys.unraisablehook(sys.UnraisableHookArgs((type(error), error, error.__traceback__, None, where)))

    @property
    def _msg_callback(self):
        return None

    @_msg_callback.setter
    def _msg_callback(self, value):
        if value is None:
            return
        if not callable(value):
            raise TypeError(f"{value!r} is not callable.")
        _errors.unsupported("looking at the messages of TLS")

    @property
    def keylog_filename(self):
        return None if self._keys is None else self._keys.name

    @keylog_filename.setter
    def keylog_filename(self, value):
        old, self._keys = self._keys, None
        if old is not None:
            old.close()
        if value is not None:
            self._keys = open(value, "a", encoding="ascii")
            try:
                is_new = not self._keys.tell()
            except OSError:
                is_new = True
            if is_new:
                self._keys.write("# TLS secrets log file, generated by OpenSSL / Python\n")
                self._keys.flush()
        self._changed()

    def _log_key(self, line):
        if self._keys is not None:
            self._keys.write(line + "\n")
            self._keys.flush()

    @property
    def post_handshake_auth(self):
        return self._late_auth

    @post_handshake_auth.setter
    def post_handshake_auth(self, value):
        self._late_auth = bool(value)

    @property
    def num_tickets(self):
        return self._tickets

    @num_tickets.setter
    def num_tickets(self, value):
        value = _index(value)
        if value < 0:
            raise ValueError("value must be non-negative")
        if self._protocol != _SERVER:
            raise ValueError("SSLContext is not a server context.")
        self._tickets = value
        self._changed()

    security_level = property(lambda self: 2)

    def set_ciphers(self, ciphers, /):
        if not isinstance(ciphers, str):
            raise TypeError(f"set_ciphers() argument must be str, not {type(ciphers).__name__}")
        chosen = _ciphers.choose(ciphers)
        if not chosen:
            raise _errors.SSLError("No cipher can be selected.")
        self._chosen = chosen
        self._changed()

    def get_ciphers(self):
        return [_ciphers.long(number) for number in _ciphers.everything(self._chosen)]

    def _set_alpn_protocols(self, protocols, /):
        data, names = bytes(protocols), []
        while data:
            names.append(data[1:1 + data[0]])
            data = data[1 + data[0]:]
        self._alpn = tuple(names)
        self._changed()

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        if cafile is None and capath is None and cadata is None:
            raise TypeError("cafile, capath and cadata cannot be all omitted")
        if cafile is not None:
            cafile = _certificates.path(cafile, "cafile")
        if capath is not None:
            capath = _certificates.path(capath, "capath")
        if cadata is not None:
            self._store.add_data(cadata)
        if cafile is not None:
            self._store.add_file(_certificates.contents(cafile))
        if capath is not None:
            self._store.folders.append(capath)
        self._changed()

    def set_default_verify_paths(self):
        """Load the system's certificates, or those that the environment names."""
        from os import environ
        file, folder = environ.get("SSL_CERT_FILE"), environ.get("SSL_CERT_DIR")
        for path in (file,) if file else _BUNDLES:
            try:
                self._store.add_file(_certificates.contents(path))
                break
            except OSError:
                continue
        if folder and not file:
            self._store.folders.append(folder)
        self._changed()

    def load_cert_chain(self, certfile, keyfile=None, password=None):
        certfile = _certificates.path(certfile, "certfile")
        keyfile = None if keyfile is None else _certificates.path(keyfile, "keyfile")
        loaded = _certificates.identity(certfile, keyfile, password)
        # Of each kind of key the last one counts.
        kind = _native.is_rsa(loaded[0][0])
        self._identities.pop(kind, None)
        self._identities[kind] = loaded
        self._changed()

    def load_dh_params(self, path, /):
        _core.audit("open", path, "rb", 0)
        _errors.unsupported("parameters of Diffie-Hellman")

    def set_ecdh_curve(self, name, /):
        _errors.unsupported("choosing a curve")

    def set_psk_client_callback(self, callback):
        _errors.unsupported("a key that was shared before")

    set_psk_server_callback = set_psk_client_callback

    def cert_store_stats(self):
        known = self._store.certificates
        return {"x509": len(known), "crl": len(self._store.lists), "x509_ca": sum(known.values())}

    def get_ca_certs(self, binary_form=False):
        ders = [der for der, is_authority in self._store.certificates.items() if is_authority]
        return ders if binary_form else [_certificates.described(der) for der in ders]

    def session_stats(self):
        names = ("number connect connect_good connect_renegotiate accept accept_good accept_renegotiate hits misses "
                 "timeouts cache_full")
        return {name: self._counts.get(name, 0) for name in names.split()}

    def _wrap_socket(self, sock, server_side, server_hostname=None, *, owner=None, session=None):
        return _connection(self, sock, (None, None), server_side, server_hostname, owner, session)

    def _wrap_bio(self, incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None):
        for value, name in ((incoming, "incoming"), (outgoing, "outgoing")):
            if not isinstance(value, MemoryBIO):
                raise TypeError(f"_wrap_bio() argument '{name}' must be _ssl.MemoryBIO, not {type(value).__name__}")
        return _connection(self, None, (incoming, outgoing), server_side, server_hostname, owner, session)
