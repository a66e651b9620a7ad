from datetime import date, datetime, time, timedelta
from decimal import Decimal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_timedelta, get_month_names, parse_date
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.numbers import format_compact_decimal, format_currency, format_decimal, format_percent, format_scientific, parse_decimal
from babel.plural import PluralRule, to_python
import io

d = datetime(2024, 2, 29, 15, 4, 5)
for loc in ("en_US", "de_DE", "fr_FR", "ja_JP", "ar_EG", "hi_IN"):
    print(loc, format_date(d, "full", locale=loc), format_datetime(d, "short", locale=loc), format_decimal(1234567.891, locale=loc),
          format_currency(Decimal("-1099.98"), "EUR", locale=loc), format_list(["a", "b", "c"], locale=loc), format_timedelta(timedelta(days=3), locale=loc))
print(Locale.parse("zh-Hant-TW", sep="-").english_name, Locale("de").get_display_name("en"), Locale("ru").plural_form(3), get_month_names(locale="it")[5])
print(format_compact_decimal(12345, locale="en"), format_percent(0.123, locale="sv"), format_scientific(12345, locale="en"), parse_decimal("1.234,5", locale="de"), parse_date("4/1/04", locale="en_US"))
for bad in (lambda: Locale("zz_ZZ"), lambda: parse_decimal("x", locale="en")):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
c = Catalog(locale="de")
c.add("hello", "hallo", locations=[("a.py", 3)], flags=["python-format"], auto_comments=["note"])
c.add(("one", "many"), ("eins", "viele"), context="ctx")
out = io.BytesIO()
write_po(out, c, omit_header=True)
print(out.getvalue().decode())
out.seek(0)
print([(m.id, m.string) for m in read_po(out)][1:])
print(list(extract("python", io.BytesIO(b"_('x'); ngettext('a', 'b', 3)\n# NOTE: z\ngettext('y')\n"), comment_tags=["NOTE:"])))
print(PluralRule({"one": "n is 1"})(1), PluralRule.parse({"few": "n mod 10 in 2..4"}).rules)
