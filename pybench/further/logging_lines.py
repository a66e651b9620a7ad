"""A program that logs: loggers in a tree, levels that are off, formatters, handlers, exceptions with tracebacks.

    python3 logging_lines.py [SCALE]        SCALE multiplies the number of rounds
"""
import io
import logging
import sys
import time

ROUNDS = 1900
TEN_ROUNDS = "270 12550 [('ERROR', 10), ('WARNING', 60)]"


class Tally(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.counts = {}

    def emit(self, record):
        self.counts[record.levelname] = self.counts.get(record.levelname, 0) + 1


def run(rounds):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)-8s %(name)s: %(message)s"))
    tally = Tally()
    root = logging.getLogger("shop")
    root.handlers[:] = [handler, tally]
    root.propagate = False
    root.setLevel(logging.INFO)
    orders, stock = logging.getLogger("shop.orders"), logging.getLogger("shop.stock")
    for r in range(rounds):
        for i in range(60):
            orders.debug("nobody sees this: %s", i)
            stock.debug("nor that")
            if i % 3 == 0:
                orders.info("order %d of %s costs %.2f", i, "abc"[i % 3], i * 1.25)
            if i % 10 == 0:
                stock.warning("only %(left)d left of %(what)s", {"left": i, "what": "bolts"})
        try:
            [][r]
        except IndexError:
            orders.error("an order without items", exc_info=False)
    text = stream.getvalue()
    lines = text.splitlines()
    return f"{len(lines)} {len(text)} {sorted(tally.counts.items())}"


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
