from flask import Blueprint, Flask, abort, jsonify, render_template_string, request, session, url_for

app = Flask(__name__)
app.secret_key = "key"
bp = Blueprint("api", __name__, url_prefix="/api")


@app.route("/")
def index():
    session["n"] = session.get("n", 0) + 1
    return render_template_string("<p>{{ n }} {{ x|e }}</p>", n=session["n"], x="<&>")


@bp.route("/add", methods=["POST"])
def add():
    body = request.get_json()
    if "a" not in body:
        abort(400, "no a")
    return jsonify(total=body["a"] + body.get("b", 0))


@app.errorhandler(404)
def missing(e):
    return {"error": e.name}, 404


app.register_blueprint(bp)
client = app.test_client()
print(client.get("/").text, client.get("/").text)
print(client.post("/api/add", json={"a": 1, "b": 2}).json, client.post("/api/add", json={}).status)
print(client.get("/none").json, client.get("/api/add").status_code)
with app.test_request_context("/?q=1"):
    print(url_for("api.add", z=2), request.args["q"])
print(app.test_cli_runner().invoke(args=["routes"]).output.splitlines()[0].split())
