"""As many frames as possible: calls of a function that does nothing.

    python3 many_frames.py [ROUNDS]

A round is one call, so that nearly all events belong to a frame that begins and ends with them.
"""
import sys


def nothing():
    return 1


def work(rounds):
    calls = 0
    for i in range(rounds):
        calls += nothing()
    return calls


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    checksum = work(rounds)
    assert checksum == rounds, "wrong result"
    print("frames:", rounds)
