import unittest
import io
import re
import sys

open("test_x.py", "w").write('''
import unittest
from nose2.tools import params
from nose2.tools.such import helper if False else *
''' if False else '''
import unittest
from nose2.tools import params
@params(1, 2, (3,))
def test_p(n):
    assert n != 2, "two"
def test_gen():
    for i in range(2):
        yield check, i
def check(i):
    assert i < 1
class T(unittest.TestCase):
    def test_a(self):
        self.assertEqual([1, 2], [1, 3])
    @unittest.skip("why")
    def test_s(self): pass
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)
''')
import nose2
err = sys.stderr = io.StringIO()
r = nose2.discover(argv=["nose2", "-v"], exit=False)
sys.stderr = sys.__stderr__
print(r.result.wasSuccessful())
print(re.sub(r"in [\d.]+s", "", re.sub(r'File ".*/', 'File "', err.getvalue())))
