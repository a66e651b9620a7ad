from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, and_, func, insert, select, update
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.schema import CreateTable


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "user"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30))
    addresses: Mapped[list["Address"]] = relationship(back_populates="user")


class Address(Base):
    __tablename__ = "address"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    user: Mapped[User] = relationship(back_populates="addresses")


meta = MetaData()
items = Table("items", meta, Column("id", Integer, primary_key=True), Column("name", String(20)), Column("n", Integer))
print(CreateTable(items))
query = select(items.c.name, func.count()).where(and_(items.c.n > 3, items.c.name.like("a%"))).group_by(items.c.name)
print(query, query.compile().params)
print(insert(items).values(name="x", n=1))
print(update(items).where(items.c.id == 5).values(n=items.c.n + 1))
print(select(User).join(User.addresses).where(User.name == "spam"))
u = User(name="ann", addresses=[Address(id=1), Address(id=2)])
print([a.user.name for a in u.addresses], sorted(Base.metadata.tables))
