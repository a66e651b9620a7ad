"""A template language: compiled once into closures, rendered many times, with loops, conditions, filters and escaping.

    python3 templates.py [SCALE]        SCALE multiplies the number of rounds
"""
import re
import sys
import time

ROUNDS = 3100
TEN_ROUNDS = 996837966

PAGE = """<h1>{{ title|upper }}</h1>
{% if items %}<ul>{% for item in items %}
<li class="{% if item.odd %}odd{% else %}even{% end %}">{{ item.name|escape }}: {{ item.price|money }}</li>{% end %}
</ul>{% else %}nothing{% end %}
<p>{{ count }} of {{ total }}</p>
"""
PIECES = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})")
FILTERS = {
    "upper": lambda x: str(x).upper(),
    "escape": lambda x: str(x).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
    "money": lambda x: f"{x:,.2f} \u20ac",
}


def getter(text):
    path, *filters = [part.strip() for part in text.split("|")]
    first, *names = path.split(".")
    functions = [FILTERS[f] for f in filters]

    def get(context):
        value = context[first]
        for name in names:
            value = value[name]
        for function in functions:
            value = function(value)
        return value
    return get


def compiled(pieces, ends):
    """The parts up to one of the words in `ends`, and which of them it was."""
    parts = []
    while pieces:
        piece = pieces.pop(0)
        if piece.startswith("{{"):
            parts.append(shown(getter(piece[2:-2])))
        elif piece.startswith("{%"):
            words = piece[2:-2].split()
            if words[0] in ends:
                return parts, words[0]
            parts.append(block(words, pieces))
        elif piece:
            parts.append(lambda context, out, piece=piece: out.append(piece))
    return parts, None


def shown(get):
    return lambda context, out: out.append(str(get(context)))


def block(words, pieces):
    if words[0] == "for":
        name, get = words[1], getter(words[3])
        body, _ = compiled(pieces, ("end",))

        def loop(context, out):
            inner = dict(context)
            for value in get(context):
                inner[name] = value
                for part in body:
                    part(inner, out)
        return loop
    get = getter(words[1])
    body, end = compiled(pieces, ("else", "end"))
    other = compiled(pieces, ("end",))[0] if end == "else" else []

    def choice(context, out):
        for part in body if get(context) else other:
            part(context, out)
    return choice


class Template:
    def __init__(self, text):
        self.parts, _ = compiled(PIECES.split(text), ())

    def render(self, **context):
        out = []
        for part in self.parts:
            part(context, out)
        return "".join(out)


def run(rounds):
    template = Template(PAGE)
    checksum = 0
    for r in range(rounds):
        items = [{"name": f"<thing {i}>", "price": i * 12.5 + r, "odd": i % 2} for i in range(r % 4 * 40)]
        text = template.render(title=f"page {r}", items=items, count=len(items), total=r)
        checksum = (checksum * 31 + len(text) + text.count("&lt;")) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
