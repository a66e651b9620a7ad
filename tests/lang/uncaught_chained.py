"""Ends with an uncaught exception that has a cause, a context and a note; finally blocks run on the way out."""


class StoreError(Exception):
    pass


class Store:
    def __init__(self):
        self.items = {"apple": 3}

    def take(self, name, n):
        try:
            left = self.items[name] - n
        except KeyError as e:
            raise StoreError(f"no {name} in store") from e
        finally:
            print("looked for", name)
        return left


def order(store, names):
    try:
        return [store.take(name, 1) for name in names]
    except StoreError as e:
        e.add_note("while ordering " + ", ".join(names))
        1 / 0


try:
    order(Store(), ["apple", "pear"])
finally:
    print("shop closed")
