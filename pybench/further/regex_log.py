"""Regular expressions over the lines of a log: search, groups, substitution, splitting.

    python3 regex_log.py [SCALE]        SCALE multiplies the number of rounds
"""
import re
import sys
import time

ROUNDS = 150
ONE_ROUND = 1188398

LINE = re.compile(r"(\d+\.\d+\.\d+\.\d+) - (\w+|-) \[([^\]]+)\] \"(GET|POST) ([^ ]+) HTTP/1\.[01]\" (\d{3}) (\d+)")
WORD = re.compile(r"[A-Za-z_]\w*")
SECRET = re.compile(r"(?i)(token|key)=([^&\s]+)")


def make_log(count):
    lines = []
    for i in range(count):
        method = "GET" if i % 3 else "POST"
        lines.append(f'10.0.{i % 7}.{i % 251} - {"anna" if i % 4 else "-"} [{i % 28 + 1:02}/Nov/2026:10:{i % 60:02}:00] '
                     f'"{method} /shop/item{i % 40}?token=a{i}b&page={i % 9} HTTP/1.1" {200 if i % 11 else 404} {i * 37 % 5000}')
    return lines


def run(rounds):
    lines = make_log(400)
    text = "\n".join(lines)
    result = 0
    for r in range(rounds):
        for line in lines:
            match = LINE.match(line)
            if match:
                result += int(match.group(6)) + int(match[7]) + match.end(5)
        result += len(WORD.findall(text))
        result += len(SECRET.sub(r"\1=***", text))
        result += len(SECRET.sub(lambda m: m[1].upper(), text))
        result += sum(len(m.group()) for m in re.finditer(r"/item\d+", text))
        result += len(re.split(r"[\s\"]+", text))
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
