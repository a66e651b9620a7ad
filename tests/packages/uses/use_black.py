import black

CODE = '''x = {  'a':1, "b" : [1,2,3,], }
def f(a,b = 3,*args,c:int=4)->int : return a+b
class A( object ):
  def g(self): 
      if (a and
          b): pass
      long_call(argument_number_one, argument_number_two, argument_number_three, argument_four)
      return not(x)
'''
print(black.format_str(CODE, mode=black.Mode()))
print(black.format_str(CODE, mode=black.Mode(line_length=60, string_normalization=False))[:80])
try:
    black.format_str("def f(:", mode=black.Mode())
except black.InvalidInput as e:
    print(str(e)[:40])
