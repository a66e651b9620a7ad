import sqlglot
from sqlglot import exp, parse_one, select
from sqlglot.optimizer import optimize

Q = "SELECT a, COUNT(*) c FROM t LEFT JOIN u ON t.id = u.id WHERE x > 1 AND y IN (1,2) GROUP BY a HAVING c > 2 ORDER BY c DESC LIMIT 3"
print(repr(parse_one(Q))[:400])
for d in ("mysql", "postgres", "bigquery", "tsql", "snowflake", "spark"):
    print(d, sqlglot.transpile(Q + " ", read="mysql", write=d)[0])
print(sqlglot.transpile("SELECT IFNULL(a, 1), DATE_ADD(d, INTERVAL 1 DAY), `x y` FROM t", read="mysql", write="duckdb", pretty=True)[0])
e = parse_one("SELECT a FROM t WHERE b = 1")
print([c.sql() for c in e.find_all(exp.Column)], e.transform(lambda n: exp.column("z") if isinstance(n, exp.Column) else n).sql())
print(select("x").from_("t").where("y > 1").order_by("x").sql(pretty=True))
print(optimize("SELECT a FROM (SELECT * FROM t) WHERE 1 = 1 AND b > 1 + 2", schema={"t": {"a": "int", "b": "int"}}).sql())
try:
    sqlglot.transpile("SELECT foo( FROM bar")
except sqlglot.errors.ParseError as x:
    print(str(x).replace("\x1b", "ESC"))
print([str(c) for c in sqlglot.diff(parse_one("SELECT a + b"), parse_one("SELECT a - b"))][:2] != [], sqlglot.tokenize("a <= 'b'"))
from sqlglot.executor import execute
print(execute("SELECT t.k, SUM(t.v) AS s FROM t GROUP BY t.k ORDER BY s", tables={"t": [{"k": "a", "v": 1}, {"k": "b", "v": 5}, {"k": "a", "v": 2}]}))
