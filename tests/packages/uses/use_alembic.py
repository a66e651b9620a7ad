import io
import os

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from pypika import Case, CustomFunction, Field, JoinType, Order, Query, Table, Tables, functions as fn

e = sa.create_engine("sqlite://")
meta = sa.MetaData()
sa.Table("t", meta, sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String(20), nullable=False), sa.Index("ix", "name"))
with e.connect() as c:
    ctx = MigrationContext.configure(c, opts={"target_metadata": meta})
    print([d[0] for d in compare_metadata(ctx, meta)])
    print(render_python_code(produce_migrations(ctx, meta).upgrade_ops))
    op = Operations(ctx)
    op.create_table("x", sa.Column("a", sa.Integer))
    op.add_column("x", sa.Column("b", sa.String))
    with op.batch_alter_table("x") as b:
        b.alter_column("a", new_column_name="z")
        b.drop_column("b")
    print([col["name"] for col in sa.inspect(c).get_columns("x")])
cfg = Config(stdout=io.StringIO())
cfg.set_main_option("script_location", "mig")
cfg.set_main_option("sqlalchemy.url", "sqlite:///f.db")
cfg.config_file_name = os.path.abspath("alembic.ini")
import contextlib
with contextlib.redirect_stdout(io.StringIO()):
    command.init(cfg, "mig")
with contextlib.redirect_stdout(io.StringIO()):
    command.revision(cfg, "first", rev_id="r1")
text = open("mig/versions/r1_first.py").read().replace("    pass", "    op.execute('create table q (a int)')", 1)
open("mig/versions/r1_first.py", "w").write(text)
import logging
logging.disable()
command.upgrade(cfg, "head")
command.history(cfg)
print(cfg.stdout.getvalue().splitlines()[-1], sa.inspect(sa.create_engine("sqlite:///f.db")).get_table_names())
t, u = Tables("t", "u")
print(Query.from_(t).join(u).on(t.id == u.id).select(t.a, fn.Count("*").as_("c")).where((t.a > 1) & u.b.isin([1, 2])).groupby(t.a).orderby("c", order=Order.desc).limit(3))
print(Query.into(t).columns("a", "b").insert(1, "x'y"), Query.update(t).set(t.a, t.a + 1).where(t.b.like("%x")), Case().when(t.a > 1, "big").else_("small"), CustomFunction("F", ["p"])(t.a))
