from oauthlib.common import generate_token
from oauthlib.oauth1 import Client
from oauthlib.oauth2 import BackendApplicationClient, RequestValidator, WebApplicationClient, WebApplicationServer, OAuth2Error

c = Client("key", client_secret="secret", nonce="n", timestamp="1", resource_owner_key="rk", resource_owner_secret="rs")
print(c.sign("http://a.test/x?b=1", http_method="POST", body={"q": "ü"}, headers={"Content-Type": "application/x-www-form-urlencoded"}))
w = WebApplicationClient("id")
print(w.prepare_request_uri("https://a.test/auth", redirect_uri="https://b.test/cb", scope=["x", "y"], state="s"))
print(w.parse_request_uri_response("https://b.test/cb?code=c1&state=s", state="s"), w.prepare_request_body(code="c1"))
print(w.parse_request_body_response('{"access_token": "t", "token_type": "bearer", "scope": "x y"}'))
for bad in (lambda: w.parse_request_uri_response("https://b.test/cb?error=access_denied&state=s", state="s"), lambda: w.prepare_request_uri("http://a.test"),
            lambda: w.parse_request_body_response('{"error": "invalid_grant"}')):
    try:
        bad()
    except OAuth2Error as e:
        print(type(e).__name__, e)
print(w.add_token("https://r.test/", headers={}), len(generate_token()), BackendApplicationClient("q").prepare_request_body(scope=["z"]))


class V(RequestValidator):
    def validate_client_id(self, client_id, request):
        return client_id == "ok"


print(WebApplicationServer(V()).create_token_response("https://a.test/token", "POST", {"grant_type": "bogus"}, {}))
