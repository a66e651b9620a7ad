"""The highest bid of an auction wins."""


def read_bids(text):
    bids = []
    for line in text.splitlines():
        bidder, amount = line.split()
        bids.append((amount, bidder))
    return bids


def winner(bids):
    best = bids[0]
    for bid in bids[1:]:
        if bid[0] > best[0]:
            best = bid
    return best


BIDS = """ann 85
bob 120
eve 9"""
best = winner(read_bids(BIDS))
print("sold to", best[1], "for", best[0])
