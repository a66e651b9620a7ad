import asyncio

from graphql import (GraphQLError, GraphQLField, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString, GraphQLArgument,
                     build_schema, execute, graphql, graphql_sync, parse, print_ast, print_schema, validate, introspection_from_schema)

schema = build_schema('''
"""Root"""
type Query { hero(id: ID!): Hero, heroes(first: Int = 2): [Hero!]! boom: String, slow: Int }
interface Named { name: String }
type Hero implements Named { name: String, friends: [Hero], kind: Kind }
enum Kind { GOOD BAD }
input HeroInput { name: String! }
type Mutation { add(hero: HeroInput!): Hero }
''')
DATA = [{"name": "a", "kind": "GOOD"}, {"name": "b", "kind": "BAD", "friends": [{"name": "a"}]}, {"name": "c"}]


class Root:
    def hero(self, info, id):
        return DATA[int(id)]

    def heroes(self, info, first):
        return DATA[:first]

    def boom(self, info):
        raise ValueError("boom!")

    async def slow(self, info):
        await asyncio.sleep(0)
        return 7

    def add(self, info, hero):
        return hero


print(graphql_sync(schema, 'query Q($id: ID!) { hero(id: $id) { ...F friends { name } } heroes { name @skip(if: true) kind } boom } fragment F on Hero { n: name kind }', Root(), variable_values={"id": 1}))
print(asyncio.run(graphql(schema, "{ slow a: slow }", Root())))
print(graphql_sync(schema, 'mutation { add(hero: {name: "z"}) { name } }', Root()))
for bad in ("{ nope }", "{ hero { name } }", "{ hero(id: 1) { name(x: 1) } }", "{ hero(", "query A { boom } query A { boom }", "{ ...X }"):
    print(graphql_sync(schema, bad).errors)
print(print_ast(parse("{a(x:[1,{b:$c}]){...on T@d{e}}}")))
print(print_schema(schema))
print(len(str(introspection_from_schema(schema))) > 1000)
s2 = GraphQLSchema(GraphQLObjectType("Query", lambda: {"add": GraphQLField(GraphQLInt, {"a": GraphQLArgument(GraphQLList(GraphQLInt))}, lambda r, i, a: sum(a))}))
print(graphql_sync(s2, "{add(a: [1, 2, 3])}"))
