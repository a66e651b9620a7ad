"""The ciphers that connections can have, and how OpenSSL's texts choose among them."""

#: Number, name, who proves itself how, the cipher, and its bits.
_TLS13 = (
    (0x1302, "TLS_AES_256_GCM_SHA384", "any", "AESGCM", 256),
    (0x1303, "TLS_CHACHA20_POLY1305_SHA256", "any", "CHACHA20", 256),
    (0x1301, "TLS_AES_128_GCM_SHA256", "any", "AESGCM", 128),
)
_TLS12 = (
    (0xC02C, "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDSA", "AESGCM", 256),
    (0xC030, "ECDHE-RSA-AES256-GCM-SHA384", "RSA", "AESGCM", 256),
    (0xC02B, "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDSA", "AESGCM", 128),
    (0xC02F, "ECDHE-RSA-AES128-GCM-SHA256", "RSA", "AESGCM", 128),
    (0xCCA9, "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDSA", "CHACHA20", 256),
    (0xCCA8, "ECDHE-RSA-CHACHA20-POLY1305", "RSA", "CHACHA20", 256),
)
_BY_NUMBER = {row[0]: row for row in _TLS13 + _TLS12}

ALL = tuple(row[0] for row in _TLS12)


def _words(row):
    """The words that mean this cipher, among others."""
    _, name, proof, cipher, bits = row
    words = {name, "ALL", "DEFAULT", "HIGH", "ECDH", "ECDHE", "EECDH", "kECDHE", "kEECDH", "TLSv1.2", cipher}
    words |= {"aRSA"} if proof == "RSA" else {"aECDSA", "ECDSA"}
    if cipher == "AESGCM":
        words |= {"AES", f"AES{bits}"}
    return words


def choose(text):
    """The numbers of the ciphers of TLS 1.2 that a text names, in its order."""
    chosen, banned = [], set()
    for word in text.replace(",", ":").replace(" ", ":").replace(";", ":").split(":"):
        if not word:
            continue
        if word == "@STRENGTH":
            chosen.sort(key=lambda row: -row[4])
        if word[0] == "@":
            continue
        sign = word[0] if word[0] in "!-+" else ""
        parts = word[len(sign):].split("+")
        meant = [row for row in _TLS12 if all(part in _words(row) for part in parts)]
        if sign == "!":
            banned.update(meant)
        if sign in ("!", "-"):
            chosen = [row for row in chosen if row not in meant]
        elif sign == "+":
            moved = [row for row in chosen if row in meant]
            chosen = [row for row in chosen if row not in meant] + moved
        else:
            chosen += [row for row in meant if row not in chosen and row not in banned]
    return tuple(row[0] for row in chosen)


def everything(chosen):
    """The numbers of all ciphers: those of TLS 1.3 cannot be chosen."""
    return tuple(row[0] for row in _TLS13) + chosen


def short(number):
    """What `cipher` and `shared_ciphers` tell of a cipher; None if it is none that is known."""
    row = _BY_NUMBER.get(number)
    if row is None:
        return None
    return row[1], "TLSv1.3" if row[2] == "any" else "TLSv1.2", row[4]


def long(number):
    """What `get_ciphers` tells of a cipher."""
    number, name, proof, cipher, bits = _BY_NUMBER[number]
    version = "TLSv1.3" if proof == "any" else "TLSv1.2"
    exchange = "any" if proof == "any" else "ECDH"
    shown = f"AESGCM({bits})" if cipher == "AESGCM" else f"CHACHA20/POLY1305({bits})"
    return {
        "id": 0x3000000 | number, "name": name, "protocol": version,
        "description": f"{name:<30} {version:<7} Kx={exchange:<8} Au={proof:<5} Enc={shown:<22} Mac=AEAD",
        "strength_bits": bits, "alg_bits": bits, "aead": True,
        "symmetric": f"aes-{bits}-gcm" if cipher == "AESGCM" else "chacha20-poly1305", "digest": None,
        "kea": "kx-any" if proof == "any" else "kx-ecdhe", "auth": "auth-" + proof.lower(),
    }
