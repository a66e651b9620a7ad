import markdown

TEXT = """# Head {#id1}

Text with *em*, **strong**, `code` and [ref][r].[^1]

[r]: http://e.org "Title"
[^1]: A note.

Term
:   Definition

a | b
--|--
1 | 2

```python
x < 1
```

!!! note
    Careful.

[TOC]
"""
print(markdown.markdown(TEXT, extensions=["extra", "toc", "admonition", "sane_lists"], output_format="html"))
md = markdown.Markdown(extensions=["meta", "tables"])
print(md.convert("Title: x\nAuthor: y\n\nbody <b>raw</b> &copy;"), md.Meta)
