import factory
import factory.fuzzy
import factory.random
from dataclasses import dataclass, field

factory.random.reseed_random(3)


@dataclass
class Group:
    name: str


@dataclass
class User:
    name: str
    email: str
    group: Group
    admin: bool = False
    tags: list = field(default_factory=list)


class GroupFactory(factory.Factory):
    class Meta:
        model = Group
    name = factory.Iterator(["x", "y"])


class UserFactory(factory.Factory):
    class Meta:
        model = User

    class Params:
        boss = factory.Trait(admin=True, name="Boss")
    name = factory.Sequence(lambda n: f"user{n}")
    email = factory.LazyAttribute(lambda o: o.name + "@t.com")
    group = factory.SubFactory(GroupFactory)
    tags = factory.List([factory.fuzzy.FuzzyChoice(["a", "b", "c"]) for _ in range(2)])

    @factory.post_generation
    def extra(self, create, extracted, **kw):
        if extracted:
            self.tags.append((extracted, kw))


print(UserFactory(), UserFactory(boss=True, group__name="z"), UserFactory.build_batch(2), UserFactory(extra=1, extra__k=2))
print(factory.build(dict, FACTORY_CLASS=factory.DictFactory, a=factory.LazyFunction(lambda: 5)), UserFactory.stub().email)
try:
    class Bad(factory.Factory):
        a = factory.LazyAttribute(lambda o: o.b)
        b = factory.LazyAttribute(lambda o: o.a)

        class Meta:
            model = dict
    Bad()
except Exception as e:
    print(type(e).__name__, e)
