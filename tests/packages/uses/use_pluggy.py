import pluggy

spec, impl = pluggy.HookspecMarker("app"), pluggy.HookimplMarker("app")


class Spec:
    @spec
    def transform(self, value):
        """Change a value."""

    @spec(firstresult=True)
    def first(self, value):
        """The first answer."""


class A:
    @impl
    def transform(self, value):
        return value + 1

    @impl
    def first(self, value):
        return None


class B:
    @impl(tryfirst=True)
    def transform(self, value):
        return value * 10

    @impl(trylast=True)
    def first(self, value):
        return f"B{value}"

    @impl(wrapper=True)
    def first(self, value):  # noqa: F811
        result = yield
        return (result, "wrapped")


pm = pluggy.PluginManager("app")
pm.add_hookspecs(Spec)
pm.register(A(), "a")
b = B()
pm.register(b)
print(pm.hook.transform(value=3), pm.hook.first(value=1))
print(pm.has_plugin("a"), pm.get_name(b) is not None, len(pm.get_plugins()))
pm.unregister(b)
print(pm.hook.transform(value=3), [n for n, _ in pm.list_name_plugin()])
try:
    pm.register(type("C", (), {"transform": impl(lambda self, other: 1)})())
except pluggy.PluginValidationError as e:
    print(str(e).splitlines()[-1][:60])
