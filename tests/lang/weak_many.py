"""Very many weak references to one object, which die before it."""
import gc
import weakref


class Node:
    pass


node = Node()
by_key, members, called = weakref.WeakKeyDictionary(), weakref.WeakSet(), []
list(map(by_key.__setitem__, [node] * 3000, range(3000)))
list(map(members.add, [node] * 3000))
list(map(weakref.ref, [node] * 3000, [called.append] * 3000))
plain, again = weakref.ref(node), weakref.ref(node)
kept = [weakref.ref(node, called.append) for _ in range(3)]
print(plain is again, plain in weakref.getweakrefs(node), by_key[node], len(members))
print(weakref.getweakrefs(node)[0] is plain)
del node
gc.collect()
print(len(by_key), len(members), called == kept[::-1], plain() is None)
