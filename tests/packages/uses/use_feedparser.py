import feedparser

RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T &amp; U</title><link>http://x.test/</link>
<item><title>One</title><link>http://x.test/1</link><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><dc:creator>me</dc:creator>
<description>&lt;b onclick="x"&gt;bold&lt;/b&gt;&lt;script&gt;no&lt;/script&gt; &lt;a href="rel"&gt;r&lt;/a&gt;</description><enclosure url="u" length="3" type="a/b"/></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.test/"><title type="html">&lt;i&gt;t&lt;/i&gt;</title><updated>2003-12-13T18:30:02+01:00</updated>
<entry><id>urn:1</id><link rel="alternate" href="e1"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x<br/></div></content><author><name>N</name></author></entry></feed>"""
for text in (RSS, ATOM, "<rss><channel><title>broken</rss>"):
    d = feedparser.parse(text)
    print(d.version, d.bozo, d.feed.get("title"), d.feed.get("link"), d.feed.get("updated_parsed"))
    for e in d.entries:
        print(sorted(e.keys()), e.get("summary"), e.get("link"), e.get("published_parsed"), e.get("content"), e.get("author"), e.get("enclosures"))
