from docutils.core import publish_doctree, publish_parts, publish_string

TEXT = """
Title
=====

:Author: Ann
:Date: 2020

A paragraph with *em*, ``lit`` and a link_.

.. _link: http://e.org

* one
* two

  1. inner

.. code:: python

   x = 1

.. note:: Careful.

+---+---+
| a | b |
+---+---+
| 1 | 2 |
+---+---+
"""
parts = publish_parts(TEXT, writer="html5", settings_overrides={"report_level": 5})
print(parts["title"], parts["body"])
tree = publish_doctree(TEXT)
print([n.tagname for n in tree.findall()][:12])
print(publish_string(TEXT, writer="pseudoxml").decode()[:300])
