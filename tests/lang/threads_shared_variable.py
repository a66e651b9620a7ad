"""Variables and lists that threads change while the function that has them waits."""
import threading


def count(amounts):
    n = 0

    def add(k):
        nonlocal n
        n += k
        items.append(n)

    for k in amounts:
        thread = threading.Thread(target=add, args=(k,))
        thread.start()
        thread.join()
    return n


items = []
print(count([1, 2]), items)
items.append(9)
end = 1
