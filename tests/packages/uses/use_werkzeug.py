from werkzeug.datastructures import Headers, MultiDict
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import Map, Rule
from werkzeug.security import check_password_hash
from werkzeug.test import Client
from werkzeug.utils import secure_filename
from werkzeug.wrappers import Request, Response

urls = Map([Rule("/", endpoint="index"), Rule("/item/<int:n>", endpoint="item"),
            Rule("/<path:rest>", endpoint="rest", methods=["POST"])])


@Request.application
def app(request):
    adapter = urls.bind_to_environ(request.environ)
    try:
        endpoint, values = adapter.match()
    except HTTPException as e:
        return e
    return Response(f"{endpoint} {values} {request.args.to_dict()} {request.form.to_dict()}", mimetype="text/plain")


client = Client(app)
for call in (client.get("/"), client.get("/item/3?a=1"), client.post("/x/y", data={"k": "v"}), client.get("/nope/")):
    print(call.status, call.get_data(as_text=True)[:70].replace("\n", " "))
print(urls.bind("example.com").build("item", {"n": 4, "q": "z"}))
print(MultiDict([("a", 1), ("a", 2)]).getlist("a"), Headers([("X", "1")]).get("x"), secure_filename("../a b.txt"))
print(NotFound().get_response().status_code)
