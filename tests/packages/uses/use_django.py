import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="k",
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
)
django.setup()

from django import forms  # noqa: E402
from django.core.validators import validate_email  # noqa: E402
from django.http import HttpResponse, JsonResponse  # noqa: E402
from django.template import Context, Template  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.urls import path, resolve, reverse  # noqa: E402
from django.utils import dateformat, text, timesince  # noqa: E402


def hello(request, name):
    return HttpResponse(f"hello {name}")


def data(request):
    return JsonResponse({"method": request.method, "q": request.GET.getlist("q")})


urlpatterns = [path("hello/<str:name>/", hello, name="hello"), path("data/", data, name="data")]


class Form(forms.Form):
    name = forms.CharField(max_length=5)
    age = forms.IntegerField(min_value=1)
    email = forms.EmailField(required=False)


print(reverse("hello", args=["ann"]), resolve("/data/").url_name)
factory = RequestFactory()
print(hello(factory.get("/"), "bob").content, data(factory.get("/data/?q=1&q=2")).content)
print(Template("{% for x in xs %}{{ forloop.counter }}:{{ x|upper }} {% empty %}none{% endfor %}{{ h }}")
      .render(Context({"xs": ["a", "b"], "h": "<b>"})))
form = Form({"name": "too long", "age": "0", "email": "nope"})
print(form.is_valid(), sorted(form.errors.items())[0], form["age"].errors)
print(Form({"name": "ann", "age": "3"}).is_valid())
print(text.slugify("Hello, Wörld!"), text.Truncator("one two three").words(2))
