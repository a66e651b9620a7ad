from unidecode import unidecode
from num2words import num2words

print(unidecode("ÄÖÜ ß 北京 Привет κόσμε ½ ™ 𝕏"), unidecode("\udce4", errors="preserve") == "\udce4")
for lang in ("en", "de", "fr", "es", "ru", "pl", "it", "ja"):
    print(lang, num2words(1234.5, lang=lang), num2words(21, to="ordinal", lang=lang) if lang != "ja" else "", num2words(7, lang=lang))
print(num2words(2024, to="year"), num2words(12.34, to="currency", currency="USD"), num2words(10 ** 30))
try:
    num2words(1, lang="zz")
except NotImplementedError as e:
    print(type(e).__name__, e)
