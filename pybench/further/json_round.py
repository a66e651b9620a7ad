"""Nested data to JSON and back.

    python3 json_round.py [SCALE]        SCALE multiplies the number of rounds
"""
import json
import sys
import time

ROUNDS = 210
ONE_ROUND = 48841


def make_data():
    return {
        "name": "inventory", "version": [1, 2, 3], "active": True, "nothing": None,
        "items": [{"id": i, "title": f"Item n\u00ba {i}", "price": i * 1.25, "tags": ["a", "b\n", str(i)],
                   "size": {"w": i, "h": i * 2}} for i in range(150)],
    }


def run(rounds):
    data = make_data()
    result = 0
    for r in range(rounds):
        text = json.dumps(data)
        again = json.loads(text)
        pretty = json.dumps(again, indent=2, sort_keys=True)
        result += len(text) + len(pretty) + len(again["items"]) + (again == data)
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
