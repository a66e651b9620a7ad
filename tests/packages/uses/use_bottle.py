import io

import bottle

app = bottle.Bottle()


@app.get("/hello/<name>")
def hello(name):
    return bottle.template("Hi {{name}}! % {{!raw}}\n% for i in range(2):\n{{i}}\n% end\n", name=name, raw="<b>")


@app.post("/add")
def add():
    return {"sum": sum(int(v) for v in bottle.request.forms.getall("n"))}


@app.error(404)
def lost(error):
    return "lost " + bottle.request.path


def call(method, path, body=b""):
    status = []
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": io.BytesIO(body), "wsgi.errors": io.StringIO(),
               "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/x-www-form-urlencoded", "SERVER_NAME": "h",
               "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    out = b"".join(app(environ, lambda s, h, e=None: status.append(s)))
    print(status[0], out)


call("GET", "/hello/ann")
call("POST", "/add", b"n=1&n=2")
call("GET", "/none")
call("GET", "/add")
print(app.get_url("/hello/<name>", name="x") if False else [r.rule for r in app.routes], bottle.html_escape("<'>"))
