import autopep8

CODE = "import os,sys\ndef f( x ):\n  return x==None\nclass A: pass\nx=1;y = 2\nif not x in [1]: print( x )\n"
print(autopep8.fix_code(CODE))
print(autopep8.fix_code(CODE, options={"aggressive": 2, "ignore": ["E225"]}))
