"""`SimpleQueue`, whose operations no switch divides."""

import _thread
from _collections import deque


class Empty(Exception):
    "Exception raised by Queue.get(block=0)/get_nowait()."


Empty.__module__ = "_queue"


class SimpleQueue:
    """Simple, unbounded, reentrant FIFO queue."""

    __slots__ = ("_items", "_waiters", "__weakref__")

    def __init__(self):
        self._items = deque()
        self._waiters = []

    def put(self, item, block=True, timeout=None):
        """Put the item on the queue.  This method never blocks."""
        self._items.append(item)
        if self._waiters:
            _thread._wake_up(self._waiters.pop(0))

    def put_nowait(self, item):
        """Put an item into the queue without blocking."""
        self._items.append(item)
        if self._waiters:
            _thread._wake_up(self._waiters.pop(0))

    def get(self, block=True, timeout=None):
        """Remove and return an item from the queue.

        If optional args 'block' is true and 'timeout' is None (the default),
        block if necessary until an item is available."""
        if timeout is not None and timeout < 0 and block:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._items:
            if not block:
                raise Empty
            if not _thread._wait_among(self._waiters, self, _thread._deadline(timeout), self._has_items):
                raise Empty
        return self._items.popleft()

    def _has_items(self):
        return bool(self._items)

    def get_nowait(self):
        """Remove and return an item from the queue without blocking."""
        return self.get(False)

    def empty(self):
        """Return True if the queue is empty, False otherwise (not reliable!)."""
        return not self._items

    def qsize(self):
        """Return the approximate size of the queue (not reliable!)."""
        return len(self._items)

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)


SimpleQueue.__module__ = "_queue"
