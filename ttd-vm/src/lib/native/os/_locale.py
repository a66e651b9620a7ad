"""Support for POSIX locales: there is one, C with UTF-8."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = 0, 1, 2, 3, 4, 5, 6
CHAR_MAX = 127
CODESET = 14
D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, AM_STR, PM_STR = 131112, 131113, 131114, 131115, 131110, 131111
DAY_1, DAY_2, DAY_3, DAY_4, DAY_5, DAY_6, DAY_7 = range(131079, 131086)
ABDAY_1, ABDAY_2, ABDAY_3, ABDAY_4, ABDAY_5, ABDAY_6, ABDAY_7 = range(131072, 131079)
(MON_1, MON_2, MON_3, MON_4, MON_5, MON_6, MON_7, MON_8, MON_9, MON_10, MON_11, MON_12) = range(131098, 131110)
(ABMON_1, ABMON_2, ABMON_3, ABMON_4, ABMON_5, ABMON_6, ABMON_7, ABMON_8, ABMON_9, ABMON_10, ABMON_11,
 ABMON_12) = range(131086, 131098)
RADIXCHAR, THOUSEP, YESEXPR, NOEXPR, CRNCYSTR = 65536, 65537, 327680, 327681, 262159
ERA, ERA_D_FMT, ERA_D_T_FMT, ERA_T_FMT, ALT_DIGITS = 131116, 131118, 131120, 131121, 131119

_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")
_current = {category: "C" for category in range(6)}
_current[LC_CTYPE] = "C.UTF-8"


class Error(Exception):
    """Locale error."""


Error.__module__ = "locale"


_KINDS = ("LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES")


def setlocale(category, locale=None, /):
    """Activates/queries locale processing."""
    if not isinstance(category, int) or not 0 <= category <= 6:
        raise Error("invalid locale category")
    if locale is not None:
        chosen = [locale] * 6
        if category == LC_ALL and "=" in locale:
            # What asking for all of them gave: one for each category.
            parts = dict([part.partition("=")[::2] for part in locale.split(";")])
            chosen = [parts.get(kind, "") for kind in _KINDS]
        names = [{"": "C.UTF-8", "POSIX": "C", "C.utf8": "C.UTF-8"}.get(name, name) for name in chosen]
        if not {"C", "C.UTF-8"}.issuperset(names):
            raise Error("unsupported locale setting")
        for one in range(6) if category == LC_ALL else (category,):
            _current[one] = names[one]
    if category == LC_ALL:
        names = [_current[c] for c in range(6)]
        if len(set(names)) == 1:
            return names[0]
        return ";".join([f"{k}={n}" for k, n in zip(_KINDS, names)])
    return _current[category]


def localeconv():
    """Returns numeric and monetary locale-specific parameters."""
    out = {"decimal_point": ".", "grouping": [], "thousands_sep": "", "mon_grouping": []}
    for name in ("int_curr_symbol", "currency_symbol", "mon_decimal_point", "mon_thousands_sep", "positive_sign",
                 "negative_sign"):
        out[name] = ""
    for name in ("int_frac_digits", "frac_digits", "p_cs_precedes", "p_sep_by_space", "n_cs_precedes",
                 "n_sep_by_space", "p_sign_posn", "n_sign_posn"):
        out[name] = CHAR_MAX
    return out


def _check_text(text):
    if "\0" in text:
        raise ValueError("embedded null character")


def strcoll(os1, os2, /):
    """Compares two strings according to the locale."""
    _check_text(os1)
    _check_text(os2)
    return (os1 > os2) - (os1 < os2)


def strxfrm(string, /):
    """Return a string that can be used as a key for locale-aware comparisons."""
    _check_text(string)
    return string


def getencoding():
    """Get the current locale encoding."""
    return "utf-8"


def nl_langinfo(key, /):
    """Return the value for the locale information associated with key."""
    if DAY_1 <= key <= DAY_7:
        return _DAYS[key - DAY_1]
    if ABDAY_1 <= key <= ABDAY_7:
        return _DAYS[key - ABDAY_1][:3]
    if MON_1 <= key <= MON_12:
        return _MONTHS[key - MON_1]
    if ABMON_1 <= key <= ABMON_12:
        return _MONTHS[key - ABMON_1][:3]
    known = {CODESET: "UTF-8", D_T_FMT: "%a %b %e %H:%M:%S %Y", D_FMT: "%m/%d/%y", T_FMT: "%H:%M:%S",
             T_FMT_AMPM: "%I:%M:%S %p", AM_STR: "AM", PM_STR: "PM", RADIXCHAR: ".", THOUSEP: "", YESEXPR: "^[yY]",
             NOEXPR: "^[nN]", CRNCYSTR: "-", ERA: "", ERA_D_FMT: "", ERA_D_T_FMT: "", ERA_T_FMT: "", ALT_DIGITS: ""}
    try:
        return known[key]
    except KeyError:
        raise ValueError("unsupported langinfo constant") from None


def gettext(msg, /):
    """gettext(msg) -> string: the message itself, nothing is translated."""
    return msg


def dgettext(domain, msg, /):
    """dgettext(domain, msg) -> string: the message itself."""
    return msg


def dcgettext(domain, msg, category, /):
    """Return translation of msg in domain and category: the message itself."""
    return msg


def textdomain(domain, /):
    """Set the C library's textdomain to domain, returning the new domain."""
    return "messages" if domain is None else domain


def bindtextdomain(domain, dir, /):
    """Bind the C library's domain to dir."""
    return dir


def bind_textdomain_codeset(domain, codeset, /):
    """Bind the C library's domain to codeset."""
    return codeset
