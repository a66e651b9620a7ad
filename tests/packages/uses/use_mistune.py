import mistune

TEXT = """# Title *x*

A [link](http://e.org "t") and `code`, **bold**.

* one
* two
    1. inner

> quote

| a | b |
|---|--:|
| 1 | 2 |

```python
x = 1 < 2
```
~~gone~~ https://auto.link
"""
html = mistune.create_markdown(plugins=["table", "strikethrough", "url"])
print(html(TEXT))
print(mistune.create_markdown(renderer="ast")("a *b*"))
print(mistune.html("<b>raw</b>"))
