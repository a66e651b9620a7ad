import os
import re

os.makedirs("features/steps")
open("features/a.feature", "w").write('''@tag
Feature: adding
  Background:
    Given a zero
  Scenario: plus
    When I add 2
    And I add 3
    Then it is 5
  Scenario Outline: many
    When I add <n>
    Then it is <r>
    Examples:
      | n | r |
      | 1 | 1 |
      | 4 | 5 |
  Scenario: undefined
    Given nothing known
    Then table
      | a | b |
      | 1 | 2 |
''')
open("features/steps/s.py", "w").write('''
from behave import given, when, then, register_type
register_type(Number=int)
@given("a zero")
def _(c): c.n = 0
@when("I add {x:Number}")
def _(c, x): c.n += x
@then("it is {x:d}")
def _(c, x): assert c.n == x, f"{c.n} != {x}"
@then("table")
def _(c): print([r.as_dict() for r in c.table])
''')
from behave.__main__ import main
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    status = main(["--no-color", "-f", "plain", "--no-timings", "features"])
print(re.sub(r"Took .*", "", out.getvalue()))
print(status)
