from peewee import BooleanField, CharField, ForeignKeyField, IntegerField, Model, SqliteDatabase, fn

db = SqliteDatabase(":memory:")


class Base(Model):
    class Meta:
        database = db


class User(Base):
    name = CharField(unique=True)
    active = BooleanField(default=True)


class Note(Base):
    user = ForeignKeyField(User, backref="notes")
    n = IntegerField(null=True)


db.create_tables([User, Note])
ann = User.create(name="ann")
User.insert_many([{"name": "bob"}, {"name": "cy", "active": False}]).execute()
for i in range(3):
    Note.create(user=ann, n=i)
print([u.name for u in User.select().where(User.active).order_by(User.name.desc())], ann.notes.count())
query = User.select(User.name, fn.COUNT(Note.id).alias("c")).left_outer_join(Note).group_by(User.name).order_by(User.name)
print([(u.name, u.c) for u in query], query.sql()[0][:60])
with db.atomic() as t:
    Note.update(n=Note.n + 10).where(Note.n > 0).execute()
    t.rollback()
print([n.n for n in Note.select()], User.get_or_none(name="zed"))
