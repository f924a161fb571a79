"""What the tests under faults share: a daemon, its clients, and what sessions must hold."""
import json
import os
import resource
import selectors
import socket
import subprocess
import time

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROUTES = os.path.join(REPOSITORY, "Routes")
LINKS = ["cinema://movies/42", "cinema://movies/7"]


class Wrong(Exception):
    """The daemon broke a rule."""


class Daemon:
    """A daemon whose socket, journal and log are in one folder."""

    started = []

    def __init__(self, options, folder, *arguments, routes=ROUTES, environment=None, files=None):
        self.folder = folder
        self.path = os.path.join(folder, "socket")
        self.log = open(os.path.join(folder, "log"), "ab")

        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.process = subprocess.Popen(
            [options.program, "serve", "--routes", routes, "--socket", self.path,
             "--data", os.path.join(folder, "data"), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log,
            env={**os.environ, **(environment or {})}, preexec_fn=limit)
        Daemon.started.append(self.process)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Wrong(f"the daemon exited with {self.process.returncode}: {self.last_log()}")
            try:
                Client(self.path).close()
                return
            except OSError:
                time.sleep(0.002)
        raise Wrong("the daemon did not listen in 60 s")

    def last_log(self):
        with open(os.path.join(self.folder, "log"), errors="replace") as log:
            return "".join(log.readlines()[-5:])

    def resident(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Sends SIGTERM; the daemon must exit with 0 within two seconds."""
        start = time.monotonic()
        self.process.terminate()
        code = self.process.wait(timeout=30)
        taken = time.monotonic() - start
        if code != 0:
            raise Wrong(f"after SIGTERM the daemon exited with {code}: {self.last_log()}")
        if taken > 2:
            raise Wrong(f"the daemon took {taken:.2f} s to exit: {self.last_log()}")


class Client:
    """A client that waits for each answer and keeps the notifications in `others`."""

    def __init__(self, path, timeout=30):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        end = time.monotonic() + timeout
        while True:
            try:
                self.socket.connect(path)
                break
            except BlockingIOError:  # The socket's backlog is full.
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
        self.rest = b""
        self.others = []
        self.number = 0
        try:
            self.hello = self.line()
        except OSError:
            self.socket.close()
            raise

    def line(self):
        while b"\n" not in self.rest:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the daemon closed the connection")
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, **params):
        """Sends a call and returns its whole answer, with `result` or `error`."""
        self.number += 1
        self.socket.sendall(request(self.number, method, **params))
        while True:
            line = self.line()
            if line.get("id") == self.number:
                return line
            self.others.append(line)

    def get(self, method, **params):
        """Sends a call and returns its result; raises `Wrong` on an error."""
        answer = self.ask(method, **params)
        if "result" not in answer:
            raise Wrong(f"{method} {params}: {answer}")
        return answer["result"]

    def close(self):
        self.socket.close()


def request(number, method, **params):
    call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(call, separators=(",", ":")).encode() + b"\n"


class Load:
    """Clients that each open links in their own session, as fast as they are answered."""

    def __init__(self, path, sessions, create=True):
        self.clients = []
        self.selector = selectors.DefaultSelector()
        for name in sessions:
            client = Client(path)
            if create:
                client.get("session.create", name=name)
            client.name = name
            client.seq = client.get("stack", session=name)["seq"]
            client.links = {}  # The acknowledged link of each seq.
            client.answered = 0
            self.clients.append(client)
            self.selector.register(client.socket, selectors.EVENT_READ, client)
        for client in self.clients:
            self.send(client)

    def send(self, client):
        client.number += 1
        client.link = LINKS[client.number % 2]
        client.socket.sendall(
            request(client.number, "open", session=client.name, link=client.link))

    def run(self, seconds, allows_disconnect=False):
        """Runs for a while; returns False if the daemon closed a connection."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in self.selector.select(left):
                client = key.data
                try:
                    more = client.socket.recv(65536)
                    if not more:
                        raise ConnectionError("closed")
                    client.rest += more
                    while b"\n" in client.rest:
                        line, client.rest = client.rest.split(b"\n", 1)
                        self.take(client, json.loads(line))
                except (ConnectionError, BrokenPipeError):
                    if allows_disconnect:
                        return False
                    raise
        return True

    def take(self, client, line):
        if line.get("id") != client.number:
            return
        if "result" not in line:
            raise Wrong(f"open in {client.name}: {line}")
        seq = line["result"]["seq"]
        if line["result"]["outcome"] == "moved":
            client.links[seq] = client.link
        client.seq = max(client.seq, seq)
        client.answered += 1
        self.send(client)

    @property
    def answered(self):
        return sum(client.answered for client in self.clients)

    def close(self):
        for client in self.clients:
            self.selector.unregister(client.socket)
            client.close()


def require_all(path, acknowledged, last=None):
    """Requires that sessions hold the acknowledged links, given by session and seq.

    Compares the `last` changes of each session, or without it all that the daemon still keeps.
    Returns the number of comparisons."""
    client, compared = Client(path), 0
    for name, links in acknowledged.items():
        if not links:
            continue
        end = max(links)
        seq = client.get("stack", session=name)["seq"]
        if seq < end:
            raise Wrong(f"{name}: {end} was acknowledged, but the session is at {seq}")
        start = max(0, end - last) if last else 0
        client.others.clear()
        answer = client.ask("subscribe", session=name, fromSeq=start)
        if "error" in answer:
            start = answer["error"]["data"]["oldest"]
            if seq - start < 8192:
                raise Wrong(f"{name}: only changes from {start} of {seq} are kept")
            client.get("subscribe", session=name, fromSeq=start)
        seen = start
        while seen < end:
            line = client.others.pop(0) if client.others else client.line()
            if line.get("method") != "event" or line["params"]["session"] != name:
                continue
            seen += 1
            event = line["params"]
            if event["seq"] != seen:
                raise Wrong(f"{name}: {seen} is missing, {event['seq']} was sent")
            if seen in links:
                compared += 1
                if links[seen] not in event["event"]["line"]:
                    raise Wrong(f"{name}: {seen} was {links[seen]}, now {event['event']}")
        client.get("unsubscribe", session=name)
    client.close()
    return compared


def cpu(daemon):
    with open(f"/proc/{daemon.process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
