import idna

for name in ("ドメイン.テスト", "straße.de", "xn--fiqs8s.cn", "faß", "example.com"):
    print(idna.encode(name), idna.decode(idna.encode(name)))
print(idna.encode("Königsgäßchen", uts46=True), idna.alabel("测试"), idna.ulabel("xn--0zwm56d"))
for bad in ("a" * 64, "-a", "a..b", "\u0378", "☃.net"):
    try:
        print(idna.encode(bad))
    except idna.IDNAError as e:
        print(type(e).__name__, str(e).encode("ascii", "replace")[:60])
