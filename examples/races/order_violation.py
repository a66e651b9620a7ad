"""Order violation: one thread uses what another one has to make first.

Wrong: nothing has `work` wait until `connect` is done; it was only started earlier.
"""
import threading


class Service:
    connection = None

    def connect(self):
        address = ":".join(["localhost", "80"])
        self.connection = [address]

    def work(self):
        self.connection.append("hello")


service = Service()
threads = [threading.Thread(target=service.connect), threading.Thread(target=service.work)]
for t in threads:
    t.start()
for t in threads:
    t.join()
assert service.connection == ["localhost:80", "hello"]
