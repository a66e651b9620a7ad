from bs4 import BeautifulSoup

HTML = """<html><head><title>T</title></head><body><p class="a b" id=one>Hi <b>there</b> &amp; you<br>
<p class="b">Two<ul><li>x</li><li data-k="v">y</li></ul><a href="/q?x=1&y=2">link</a><!-- note --></body></html>"""
soup = BeautifulSoup(HTML, "html.parser")
print(soup.title.string, soup.p["class"], soup.find(id="one").get_text(" ", strip=True))
print([li.text for li in soup.find_all("li")], soup.select_one("ul > li[data-k]").text, soup.a["href"])
print([t.name for t in soup.li.parents], soup.select("p.b li:nth-of-type(2)"))
tag = soup.new_tag("i", id="new")
tag.string = "it <al>"
soup.b.replace_with(tag)
soup.ul.decompose()
print(soup.body.prettify()[:120])
print([s for s in soup.body.stripped_strings], soup.find(string=lambda s: "note" in s))
print(BeautifulSoup("<a><b></a></b><c>é", "html.parser").decode(formatter="html"))
