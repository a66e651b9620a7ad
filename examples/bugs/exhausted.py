"""Share of each party in the votes."""


def read_votes(text):
    return (line.strip() for line in text.splitlines())


def count(votes):
    counts = {}
    for vote in votes:
        counts[vote] = counts.get(vote, 0) + 1
    return counts


def shares(votes):
    total = sum(1 for vote in votes)
    counts = count(votes)
    return {party: votes / total for party, votes in counts.items()}


VOTES = """red
blue
red
green"""
result = shares(read_votes(VOTES))
print("share of red:", result["red"])
