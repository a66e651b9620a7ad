"""A quicksort that leaves the first two elements as they were (after a story of Bil Lewis)."""


class Sorter:
    def __init__(self, items):
        self.items = items

    def average(self, start, end):
        total = 0
        for i in range(start, end):
            total += self.items[i]
        return total // (end - start)

    def swap(self, i, j):
        items = self.items
        items[i], items[j] = items[j], items[i]

    def sort(self, start, end):
        if end - start < 1:
            return
        if end - start == 1:
            if self.items[start] > self.items[end] and start > 0:
                self.swap(start, end)
            return
        middle = self.average(start, end + 1)
        low, high = start, end
        while low < high:
            while low < high and self.items[low] <= middle:
                low += 1
            while low < high and self.items[high] > middle:
                high -= 1
            self.swap(low, high)
        if self.items[low] > middle:
            low -= 1
        self.sort(start, low)
        self.sort(low + 1, end)


sorter = Sorter([31, 39, 14, 93, 51, 62, 20, 12, 9, 3])
sorter.sort(0, 9)
print(sorter.items)
