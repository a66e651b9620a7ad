"""Edit distance, longest common subsequence and coin change, by tables."""


def distance(a, b):
    table = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(row[j - 1] + 1, table[i - 1][j] + 1, table[i - 1][j - 1] + (x != y)))
        table.append(row)
    return table[-1][-1]


def common(a, b):
    if not a or not b:
        return ""
    if a[0] == b[0]:
        return a[0] + common(a[1:], b[1:])
    return max(common(a[1:], b), common(a, b[1:]), key=len)


def ways(amount, coins):
    table = [1] + [0] * amount
    for coin in coins:
        for n in range(coin, amount + 1):
            table[n] += table[n - coin]
    return table[amount]


print(distance("kitten", "sitting"), distance("", "abc"), distance("flaw", "lawn"))
print(common("nano", "nematode"), ways(20, [1, 2, 5, 10]))
