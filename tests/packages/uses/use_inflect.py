import inflect

p = inflect.engine()
print([p.plural(w) for w in ("cat", "box", "child", "analysis", "sheep", "mouse")], p.singular_noun("geese"))
print(p.a("hour"), p.an("cat"), p.number_to_words(123456), p.ordinal(42), p.join(["a", "b", "c"]), p.no("error", 0))
print(p.inflect("There plural_verb('was', 2) num(2,) plural('error')"), p.compare("box", "boxes"), p.present_participle("run"))
