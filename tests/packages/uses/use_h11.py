import h11

client, server = h11.Connection(h11.CLIENT), h11.Connection(h11.SERVER)
data = client.send(h11.Request(method="POST", target="/x", headers=[("Host", "e.org"), ("Content-Length", "5")]))
data += client.send(h11.Data(data=b"hello")) + client.send(h11.EndOfMessage())
print(data)
server.receive_data(data)
while True:
    event = server.next_event()
    print(event)
    if isinstance(event, h11.EndOfMessage):
        break
reply = server.send(h11.Response(status_code=200, headers=[("transfer-encoding", "chunked")]))
reply += server.send(h11.Data(data=b"abc")) + server.send(h11.EndOfMessage())
print(reply)
client.receive_data(reply)
print(client.next_event(), client.next_event().data, client.states, server.our_state)
client.start_next_cycle() if client.our_state is h11.DONE and client.their_state is h11.DONE else None
bad = h11.Connection(h11.SERVER)
bad.receive_data(b"NOT HTTP\r\n\r\n")
try:
    bad.next_event()
except h11.RemoteProtocolError as e:
    print(e, e.error_status_hint)
