from enum import Enum
from typing import Annotated, Optional

import typer
from typer.testing import CliRunner

app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)


class Kind(str, Enum):
    one = "one"
    two = "two"


@app.command()
def greet(name: str, kind: Kind = Kind.one, loud: bool = False,
          times: Annotated[int, typer.Option("--times", "-t", min=1, help="How often.")] = 1):
    """Greet NAME."""
    for _ in range(times):
        typer.echo(f"{kind.value} {name.upper() if loud else name}")


@app.command("sum")
def total(numbers: list[float], note: Optional[str] = None):
    typer.echo(f"{sum(numbers)} {note}")
    raise typer.Exit(3)


run = CliRunner()
for args in (["--help"], ["greet", "ann", "--loud", "-t", "2", "--kind", "two"], ["sum", "1", "2.5"], ["greet"], ["greet", "x", "--kind", "z"]):
    result = run.invoke(app, args)
    print(result.exit_code, result.output)
