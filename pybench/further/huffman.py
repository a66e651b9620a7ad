"""Packs text into bits by how often its letters come, and unpacks it again: heaps, trees, bytes, shifting.

    python3 huffman.py [SCALE]        SCALE multiplies the number of rounds
"""
import heapq
import sys
import time

ROUNDS = 70
ONE_ROUND = 472360


def make_text(size, seed):
    letters = "eeeeeeetttttaaaaooooiinnsshhrrddlluu ccmmffwwggyyppbbvk \n.,"
    out = []
    for _ in range(size):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        out.append(letters[(seed >> 8) % len(letters)])
    return "".join(out)


def tree_of(text):
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    heap = [(n, i, c) for i, (c, n) in enumerate(sorted(counts.items()))]
    heapq.heapify(heap)
    number = len(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (a[0] + b[0], number, (a[2], b[2])))
        number += 1
    return heap[0][2]


def codes_of(tree):
    codes, waiting = {}, [(tree, 0, 0)]
    while waiting:
        node, bits, length = waiting.pop()
        if isinstance(node, str):
            codes[node] = (bits, length)
        else:
            waiting.append((node[0], bits << 1, length + 1))
            waiting.append((node[1], bits << 1 | 1, length + 1))
    return codes


def pack(text, codes):
    out, buffer, filled = bytearray(), 0, 0
    for c in text:
        bits, length = codes[c]
        buffer = buffer << length | bits
        filled += length
        while filled >= 8:
            filled -= 8
            out.append(buffer >> filled & 255)
        buffer &= (1 << filled) - 1
    if filled:
        out.append(buffer << 8 - filled & 255)
    return bytes(out)


def unpack(packed, tree, size):
    out, node = [], tree
    for byte in packed:
        for shift in range(7, -1, -1):
            node = node[byte >> shift & 1]
            if isinstance(node, str):
                out.append(node)
                node = tree
                if len(out) == size:
                    return "".join(out)
    return "".join(out)


def run(rounds):
    checksum = 0
    for r in range(rounds):
        text = make_text(6000, r + 1)
        tree = tree_of(text)
        packed = pack(text, codes_of(tree))
        if unpack(packed, tree, len(text)) != text:
            raise AssertionError("wrong result")
        checksum = (checksum * 31 + len(packed) + sum(packed)) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
