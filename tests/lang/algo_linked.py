"""A linked list: pushing, reversing in place, removing while walking, a cycle and how to find it."""


class Cell:
    __slots__ = ("value", "next")

    def __init__(self, value, next=None):
        self.value, self.next = value, next


class Linked:
    def __init__(self, values=()):
        self.head = None
        for value in reversed(values):
            self.push(value)

    def push(self, value):
        self.head = Cell(value, self.head)

    def __iter__(self):
        cell = self.head
        while cell is not None:
            yield cell.value
            cell = cell.next

    def reverse(self):
        previous, cell = None, self.head
        while cell:
            cell.next, previous, cell = previous, cell, cell.next
        self.head = previous

    def remove(self, unwanted):
        while self.head and unwanted(self.head.value):
            self.head = self.head.next
        cell = self.head
        while cell and cell.next:
            if unwanted(cell.next.value):
                cell.next = cell.next.next
            else:
                cell = cell.next

    def has_cycle(self):
        slow = fast = self.head
        while fast and fast.next:
            slow, fast = slow.next, fast.next.next
            if slow is fast:
                return True
        return False


numbers = Linked([1, 2, 3, 4, 5, 6])
numbers.push(0)
print(*numbers)
numbers.reverse()
print(*numbers, sep=" <- ")
numbers.remove(lambda v: v % 2 == 0)
print(list(numbers), numbers.has_cycle())
numbers.head.next.next.next = numbers.head
print(numbers.has_cycle(), [v for v, _ in zip(numbers, range(7))])
