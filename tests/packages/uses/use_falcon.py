import falcon
import falcon.asgi
from falcon import testing


class Auth:
    def process_request(self, req, resp):
        if req.get_header("X-Deny"):
            raise falcon.HTTPUnauthorized(title="no", description="go away")


class Items:
    def on_get(self, req, resp, id):
        resp.media = {"id": id, "q": req.get_param_as_int("q"), "l": req.get_param_as_list("l")}
        resp.set_header("X-A", "b")

    def on_post(self, req, resp, id):
        resp.media = {"got": req.get_media()}
        resp.status = falcon.HTTP_201


def sink(req, resp, **kw):
    resp.text = "sink " + req.path


app = falcon.App(middleware=[Auth()])
app.add_route("/items/{id:int}", Items())
app.add_sink(sink, r"/s/.*")
app.add_error_handler(ZeroDivisionError, lambda req, resp, ex, params: setattr(resp, "text", "div"))
c = testing.TestClient(app)
r = c.simulate_get("/items/3", params={"q": 4, "l": ["a", "b"]})
print(r.status, r.json, r.headers["x-a"])
print(c.simulate_post("/items/3", json={"z": [1]}).json, c.simulate_get("/s/x").text)
for args in (("GET", "/nope"), ("DELETE", "/items/3"), ("GET", "/items/x")):
    r = c.simulate_request(*args)
    print(r.status, r.text, r.headers.get("allow"))
print(c.simulate_get("/items/3", headers={"X-Deny": "1"}).json, c.simulate_get("/items/1", params={"q": "z"}).json)


class Async:
    async def on_get(self, req, resp):
        resp.media = {"path": req.path}


aapp = falcon.asgi.App()
aapp.add_route("/a", Async())
print(testing.TestClient(aapp).simulate_get("/a").json)
