"""As many events as possible in one frame: a loop that does next to nothing.

    python3 one_frame.py [ROUNDS]

A round is two lines, and the frame is always the same.
"""
import sys


def work(rounds):
    total = 0
    for i in range(rounds):
        total += i
    return total


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    checksum = work(rounds)
    assert checksum == rounds * (rounds - 1) // 2, "wrong result"
    print("frames:", 1)
