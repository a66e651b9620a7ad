"""As many events as possible in one frame: a loop that does next to nothing.

    python3 one_frame.py [ROUNDS]

A round is two lines, and the frame is always the same. The number does not grow: what numbers need is not what is asked.
"""
import sys


def work(rounds):
    mixed = 0
    for i in range(rounds):
        mixed ^= i
    return mixed


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    checksum = work(rounds)
    last = rounds - 1
    assert checksum == [last, 1, last + 1, 0][last % 4], "wrong result"
    print("frames:", 1)
