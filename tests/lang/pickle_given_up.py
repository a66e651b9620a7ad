"""Pickles that native code begins and Python's `pickle` goes on with: no item of an iterator is lost."""
import collections
import math
import pickle

from lib_given_up import Bad, Deep, Listed, Mapped, Method

containers = [
    collections.OrderedDict(a=1, b=2), collections.deque([1, 2, 3]), collections.defaultdict(list, x=[1]),
    collections.Counter("aab"), Listed(), Mapped(),
]
companions = [len, "a".upper, str.upper, Method().m, ..., type(None), Deep.Inner]
for companion in companions:
    for protocol in 2, 4:
        print(protocol, str(companion).split(" at ")[0].split(" object ")[0])
        for pair in [containers, companion], [companion, containers]:
            found = pickle.loads(pickle.dumps(pair, protocol))[pair[0] is companion]
            print([list(item.items()) if isinstance(item, dict) else list(item) for item in found])

print(pickle.dumps(len, 4), pickle.dumps([math.sqrt, math.sqrt], 4))

try:
    pickle.dumps([Bad(), len])
except KeyError as e:
    print("raised", e)
