from twisted.internet import defer, endpoints, protocol, reactor, task
from twisted.internet.defer import Deferred, DeferredList, ensureDeferred, inlineCallbacks
from twisted.protocols.basic import LineReceiver
from twisted.python import failure
from twisted.python.filepath import FilePath


class Upper(LineReceiver):
    def lineReceived(self, line):
        if line == b"quit":
            self.transport.loseConnection()
        else:
            self.sendLine(line.upper())


class Client(LineReceiver):
    def connectionMade(self):
        for w in (b"one", b"two", b"quit"):
            self.sendLine(w)

    def lineReceived(self, line):
        print("client got", line)

    def connectionLost(self, reason):
        print("lost", reason.type.__name__, reason.getErrorMessage())
        done.callback("closed")


done = Deferred()


@inlineCallbacks
def main():
    server = protocol.Factory.forProtocol(Upper)
    port = yield endpoints.TCP4ServerEndpoint(reactor, 0, interface="127.0.0.1").listen(server)
    yield endpoints.connectProtocol(endpoints.TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port), Client())
    print((yield done))
    yield port.stopListening()
    d = Deferred()
    d.addCallback(lambda x: x + 1).addCallback(lambda x: 1 / 0).addErrback(lambda f: f.trap(ZeroDivisionError) and "caught " + f.getErrorMessage())
    d.addBoth(print)
    d.callback(1)
    print((yield DeferredList([defer.succeed(1), defer.fail(ValueError("v"))], consumeErrors=True))[0])

    async def co():
        await task.deferLater(reactor, 0.01, lambda: None)
        raise KeyError("k")
    try:
        yield ensureDeferred(co())
    except KeyError as e:
        print("key", e)
    from twisted.internet.threads import deferToThread
    print((yield deferToThread(lambda: sum(range(10)))))
    d = Deferred()
    d.addTimeout(0.01, reactor)
    try:
        yield d
    except defer.TimeoutError:
        print("timeout")
    reactor.stop()


clock = task.Clock()
ticks = []
loop = task.LoopingCall(lambda: ticks.append(clock.seconds()))
loop.clock = clock
loop.start(2)
clock.pump([1] * 5)
print(ticks)
reactor.callWhenRunning(lambda: main().addErrback(lambda f: (f.printTraceback(), reactor.stop())))
reactor.run()
f = FilePath("d")
f.makedirs()
f.child("x.txt").setContent(b"data")
print([c.basename() for c in f.children()], f.child("x.txt").getContent())
from zope.interface import Interface, implementer, providedBy, Attribute, verify
class IX(Interface):
    a = Attribute("an a")
    def m(q): "doc"
@implementer(IX)
class X:
    a = 1
    def m(self, q): return q
print(IX.providedBy(X()), list(providedBy(X())), verify.verifyObject(IX, X()), IX.names())
