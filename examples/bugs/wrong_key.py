"""Settings are merged; the user's own time limit should win."""

DEFAULTS = {"timeout": 30, "retries": 3, "colour": "auto"}


def read(text):
    settings = {}
    for line in text.splitlines():
        name, _, value = line.partition("=")
        settings[name] = value
    return settings


def merged(defaults, own):
    settings = dict(defaults)
    for name, value in own.items():
        settings[name.strip()] = value.strip()
    return settings


def connect(settings):
    limit = int(settings.get("timeout", 10))
    print("connecting with a limit of", limit, "seconds")
    return limit


USER = "time_out = 5\ncolour = never"
settings = merged(DEFAULTS, read(USER))
connect(settings)
