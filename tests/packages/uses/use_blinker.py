from blinker import Namespace, signal

s = signal("ready")
seen = []


@s.connect
def any_sender(sender, **kw):
    seen.append(("any", sender, kw))


def only_a(sender):
    seen.append(("a", sender))
    return 3


s.connect(only_a, sender="a")
print([(f.__name__, v) for f, v in s.send("a")], len(s.receivers), s.has_receivers_for("a"))
s.send("b", x=1)
s.disconnect(only_a)
with s.muted():
    s.send("c")
with s.connected_to(lambda sender: seen.append("temp")):
    s.send("d")
print([x[:2] if isinstance(x, tuple) else x for x in seen], Namespace().signal("q").name)
del any_sender
