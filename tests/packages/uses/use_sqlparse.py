import sqlparse
from sqlparse.sql import Identifier, IdentifierList

SQL = "select a, b as c, count(*) from t1 join t2 on t1.id=t2.id where a>3 and b in (1,2) order by c; insert into x values (1,'it''s');"
print(sqlparse.format(SQL, reindent=True, keyword_case="upper"))
print(sqlparse.split(SQL))
statement = sqlparse.parse(SQL)[0]
print(statement.get_type(), [str(t) for t in statement.tokens if not t.is_whitespace][:4])
for token in statement.tokens:
    if isinstance(token, IdentifierList):
        print([(i.get_name(), i.get_alias()) for i in token.get_identifiers() if isinstance(i, Identifier)])
print(sqlparse.format("-- c\nselect 1 /* x */ ;", strip_comments=True, use_space_around_operators=True))
