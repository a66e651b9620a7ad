"""Damaged pickles: the exceptions of the unpickler in C, whatever way it is called."""

import pickle, io
for d in [b'x', b'\x80\x04K', b'\x8c\xffabc', b'.', b'}s.', b'R.', b'0', b'\x93.', b'\x80\x04\x95'+b'\xff'*7+b'\x7f.', b'', b'I1x\n.', b'\x80\x04\x95\x05\x00\x00\x00\x00\x00\x00\x00K', b'\xf3', b'cnowhere\nx\n.', b'(lp0\nI1\na', b'\x80\x09.', b'l.', b'(0.', b'\x94.', b'h\x05.', b'j\1\0\0\0.', b'g5\n.', b'S"abc\n.', b"Sabc\n.", b'F1.x\n.', b'L12\n.', b'V\\u12\n.', b'\x8a\x05abc', b'e.', b'a.', b'(e.', b'b.', b'\x86.', b'Q.', b'P1\n.', b'\x82\x01.', b'\x97.', b'\x98.']:
    for how in (pickle.loads, lambda d: pickle.load(io.BytesIO(d)), lambda d: pickle.Unpickler(io.BytesIO(d)).load()):
        try:
            print(d, how(d))
        except Exception as e:
            print(d, type(e).__name__, e)
import _pickle
from _pickle import Pickler, Unpickler, dumps, loads
print(Pickler, Unpickler, loads(dumps([1,2])), Pickler is pickle.Pickler, _pickle.PickleError is pickle.PickleError)
