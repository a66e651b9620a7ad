import io

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.pretty import pretty_repr
from rich.progress import track
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

c = Console(file=io.StringIO(), width=60, force_terminal=True, color_system="truecolor", legacy_windows=False)
t = Table(title="Films", show_lines=True)
t.add_column("When", style="cyan", no_wrap=True)
t.add_column("Title", justify="right")
t.add_row("1977", "[bold]Star[/bold] Wars")
t.add_row("2001", "宇宙 odyssey")
c.print(t)
c.print(Panel(Text("boxed", style="red"), title="p"), {"a": [1, None, True]})
c.print(Markdown("# H\n* a `b`\n\n1. *c*"))
tree = Tree("root")
tree.add("one").add("leaf")
c.print(tree)
c.print(Syntax("def f(x):\n    return x + 1  # c", "python", line_numbers=True))
c.rule("end")
print(c.file.getvalue())
print(pretty_repr({"k" * 30: list(range(30)), "z": ("x" * 50,)}, max_width=50))
