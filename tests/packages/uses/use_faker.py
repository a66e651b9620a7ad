from faker import Faker

Faker.seed(42)
f = Faker(["en_US"])
print(f.name(), "|", f.address().replace("\n", ", "), "|", f.email())
print(f.random_int(1, 10), f.date_of_birth(minimum_age=30, maximum_age=30).year > 1900, f.pydict(2, value_types=[int]).__len__())
d = Faker("de_DE")
d.seed_instance(1)
print(d.name(), d.city(), d.sentence(nb_words=4), d.unique.first_name(), d.color(), d.ipv4(), d.uuid4())
print(f.profile(["job", "sex"]), f.bothify("??-##"), f.file_name(extension="txt"))
