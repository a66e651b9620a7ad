import random
import snowballstemmer
import textdistance
from mimesis import Generic, Locale
from pyfiglet import Figlet

for lang in ("english", "german", "french", "russian", "finnish", "arabic"):
    s = snowballstemmer.stemmer(lang)
    print(lang, s.stemWords("running runs easily houses Häuser maisons бегущий talossa الكتاب".split()))
for a in ("levenshtein", "damerau_levenshtein", "jaro_winkler", "jaccard", "lcsseq", "ratcliff_obershelp", "hamming", "mra", "editex", "lzma_ncd"):
    f = getattr(textdistance, a)
    print(a, f("kitten", "sitting"), round(f.normalized_similarity("kitten", "sitting"), 6))
g = Generic(Locale.DE, seed=5)
print(g.person.full_name(), g.address.city(), g.text.word(), g.datetime.date(2000, 2001), g.numeric.integers(1, 9, 4), g.finance.price())
print(Figlet("slant").renderText("Hi 3"))
