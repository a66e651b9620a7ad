import asyncio

from textual.app import App
from textual.containers import Vertical
from textual.reactive import reactive
from textual.widgets import Button, DataTable, Input, Label, Tree


class Demo(App):
    CSS = "Label { color: red; } #b { width: 20; }"
    BINDINGS = [("q", "bump", "Bump")]
    count = reactive(0)

    def compose(self):
        with Vertical():
            yield Label("hello", id="l")
            yield Input(id="i")
            yield Button("go", id="b")
            yield DataTable()

    def on_mount(self):
        t = self.query_one(DataTable)
        t.add_columns("a", "b")
        t.add_rows([(1, 2), (3, 4)])

    def action_bump(self):
        self.count += 1

    def watch_count(self, old, new):
        seen.append((old, new))

    def on_button_pressed(self, event):
        seen.append(event.button.id)

    def on_input_submitted(self, event):
        seen.append(event.value)


async def main():
    app = Demo()
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.click("#i")
        await pilot.press("a", "b", "enter")
        await pilot.click("#b")
        app.set_focus(None)
        await pilot.press("q")
        await pilot.pause()
        print(app.query_one("#b").size, app.query_one(DataTable).row_count, app.query_one("#l").styles.color)
    print(seen)


seen = []
asyncio.run(main())
