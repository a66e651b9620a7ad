import click
from click.testing import CliRunner


@click.group(invoke_without_command=True)
@click.option("--verbose/--quiet", default=False, help="Say more.")
@click.pass_context
def cli(ctx, verbose):
    """A small tool."""
    ctx.obj = {"verbose": verbose}
    if ctx.invoked_subcommand is None:
        click.echo("nothing to do")


@cli.command()
@click.argument("names", nargs=-1, required=True)
@click.option("-n", "--count", type=click.IntRange(1, 3), default=1, show_default=True)
@click.option("--kind", type=click.Choice(["a", "b"]), envvar="KIND")
@click.pass_obj
def greet(obj, names, count, kind):
    """Greet NAMES."""
    for name in names * count:
        click.echo(click.style(f"hi {name} {kind}", fg="green", bold=True))
    if obj["verbose"]:
        click.secho("done", err=False)


@cli.command()
@click.password_option(prompt="Word", confirmation_prompt=False)
@click.confirmation_option(prompt="Sure?")
def ask(password):
    click.echo(f"{len(password)} characters")


run = CliRunner()
for args, text in ((["--help"], ""), ([], ""), (["--verbose", "greet", "x", "y", "-n", "2"], ""), (["greet"], ""),
                   (["greet", "z", "-n", "9"], ""), (["greet", "--help"], ""), (["ask"], "secret\ny\n"), (["no"], "")):
    result = run.invoke(cli, args, input=text, env={"KIND": "b"})
    print(result.exit_code, result.output)
