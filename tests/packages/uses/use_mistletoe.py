import commonmark
import mistletoe
from markdown_it import MarkdownIt
from mistletoe.ast_renderer import ASTRenderer
from bleach import clean, linkify

T = """# Title *em*

para `code` **b** [l](http://x.test "t") ![i](a.png)
  hard  
break <b>raw</b>

1. one
   - nested
2. two

> quote
> more

```py
x < 1
```

| a | b |
|---|:-:|
| 1 | 2 |

[ref]: http://r.test
[ref] &amp; \\* <http://auto.test>
"""
print(mistletoe.markdown(T))
print(mistletoe.markdown("a *b*", ASTRenderer))
print(commonmark.commonmark(T))
print(commonmark.dumpAST(commonmark.Parser().parse("a **b**")))
md = MarkdownIt("commonmark", {"html": True, "typographer": True}).enable(["table", "strikethrough", "replacements", "smartquotes"])
print(md.render(T + "\n~~s~~ \"q\" (c) ..."))
print([(t.type, t.tag, t.nesting) for t in md.parse("# h\n\n- x")])
print(clean('<a href="javascript:x" onclick=1>a</a><script>s</script><b>ok</b>', tags={"a", "b"}, attributes={"a": ["href"]}), linkify("see http://x.test and <a href='y'>z</a>"))
