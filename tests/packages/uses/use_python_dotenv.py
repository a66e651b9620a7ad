import io
import os

from dotenv import dotenv_values, find_dotenv, load_dotenv, set_key, unset_key

TEXT = """
# comment
A=1
export B="two words\\n"
C='single $A'
D=${A}-${MISSING:-def}
E="${B}x"   # tail
bad line
F
"""
print(dotenv_values(stream=io.StringIO(TEXT)))
with open(".env", "w") as f:
    f.write("K=v\n")
print(set_key(".env", "NEW", "a'b"), set_key(".env", "K", "w"), open(".env").read(), unset_key(".env", "K"))
print(load_dotenv(".env"), os.environ["NEW"], os.path.basename(find_dotenv(usecwd=True)))
