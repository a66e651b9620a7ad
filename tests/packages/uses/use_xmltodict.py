import xmltodict

doc = xmltodict.parse('<a x="1"><b>t</b><b>u</b><c><!-- n --><d/></c>mixed &amp; text</a>')
print(doc)
print(xmltodict.unparse({"r": {"@k": "v", "i": ["1", "2"], "#text": "z<"}}, pretty=True))
try:
    xmltodict.parse("<a><b></a>")
except Exception as e:
    print(type(e).__name__, e)
