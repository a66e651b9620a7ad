"""The ABA problem: a value is what it was, so it seems that nothing has happened in between.

Wrong: `pop` compares the top of the stack with what it saw, and sets the next node as it saw it then. If another thread
has popped two nodes meanwhile and pushed the first one again, the second one comes back although it is in use.
"""
import threading


class Node:
    def __init__(self, name, next):
        self.name, self.next = name, next


class Stack:
    def __init__(self, top):
        self.top = top
        self.lock = threading.Lock()

    def swap(self, seen, new):
        """Sets the top if it is the one that was seen: one step, as a processor's compare-and-swap."""
        with self.lock:
            if self.top is not seen:
                return False
            self.top = new
            return True

    def pop(self):
        while True:
            seen = self.top
            if seen is None:
                return None
            next = seen.next
            if self.swap(seen, next):
                return seen

    def push(self, node):
        while True:
            node.next = self.top
            if self.swap(node.next, node):
                return


stack = Stack(Node("a", Node("b", Node("c", None))))
taken = []


def take_one():
    taken.append(stack.pop())


def take_two_and_return_one():
    first = stack.pop()
    taken.append(stack.pop())
    if first is not None:
        stack.push(first)


threads = [threading.Thread(target=take_one), threading.Thread(target=take_two_and_return_one)]
for t in threads:
    t.start()
for t in threads:
    t.join()
while stack.top is not None:
    taken.append(stack.pop())
names = sorted(node.name for node in taken)
assert names == ["a", "b", "c"], f"the nodes are now {names}"
