import asyncio
import aiosqlite


async def main():
    async with aiosqlite.connect(":memory:") as db:
        db.row_factory = aiosqlite.Row
        await db.execute("create table t(a integer primary key, b text)")
        await db.executemany("insert into t(b) values(?)", [("x",), ("y",), (None,)])
        await db.commit()
        async with db.execute("select * from t order by a desc") as cur:
            async for row in cur:
                print(tuple(row), row["b"])
        await db.create_function("twice", 1, lambda x: x * 2)
        print([tuple(r) for r in await db.execute_fetchall("select twice(a) from t")], db.total_changes, db.in_transaction)
        try:
            await db.execute("select nope")
        except aiosqlite.Error as e:
            print(type(e).__name__, e)


asyncio.run(main())
