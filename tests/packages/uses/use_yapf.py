from yapf.yapflib.yapf_api import FormatCode

SOURCE = '''
def f ( a,b = 3,*args,** kw ) :
  x = {  'a':37,'b':42,
  'c':927}
  if x :   return  some_long_function_name(argument_one, argument_two, argument_three, argument_four, [1,2,3])
  y = [ i for i in range( 10 ) if i%2==0 ]
class  C( object ):
   def g(self): return lambda   q:q
@deco
async def z(): await   x
'''
for style in ("pep8", "google", "facebook"):
    out, changed = FormatCode(SOURCE, style_config=style)
    print(style, changed)
    print(out)
print(FormatCode(SOURCE, print_diff=True)[0][:300])
try:
    FormatCode("def f(:\n")
except Exception as e:
    print(type(e).__name__, e)
