#!/usr/bin/env python3
"""A server on the loopback address that sends recorded answers of iTunes and GitHub.

usage: server.py                  prints its address, serves until its input ends
       server.py COMMAND [ARG]... runs the command with MUSIC_API and GITHUB_API set to its address

The first segment of a path selects a fault; other paths get the normal answer:
  /slow      nothing for ten minutes     /trickle  two bytes every 0.1 s, endlessly
  /404 /500  that status                 /cut      half of the answer, as if it were whole
  /broken    less than announced         /flood    an endless body
  /moved     a redirect to the answer    /around   a redirect to itself
  /local     a redirect to a file        /secure   a redirect to the answer over TLS, with a
  /headers   the request's headers                 certificate that nobody trusts
  /count     the number of transfers in progress at /slow and /trickle
"""
import http.server
import json
import os
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

ANSWERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Answers")
waiting = set()
secure_address = ""


def recorded(name):
    with open(os.path.join(ANSWERS, name), encoding="utf-8") as file:
        return file.read()


SONGS = json.loads(recorded("iu.json"))["results"]


def itunes(results):
    return "\n\n\n" + json.dumps({"resultCount": len(results), "results": results}) + "\n\n\n"


def search(query):
    term = query.get("term", [""])[0]
    offset, limit = int(query.get("offset", ["0"])[0]), int(query.get("limit", ["50"])[0])
    return itunes(SONGS[offset:][:limit] if term in ("IU", "아이유") else [])


def lookup(query):
    return itunes([song for song in SONGS if str(song["trackId"]) == query.get("id", [""])[0]])


def good(path, query):
    if path == "/search":
        return search(query)
    if path == "/lookup":
        return lookup(query)
    return recorded("github.json") if path == "/" else None


class Answerer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        first, _, rest = url.path[1:].partition("/")
        how = getattr(self, "answer_" + first, None)
        answer = good("/" + rest if how else url.path, urllib.parse.parse_qs(url.query))
        if how:
            how((answer or "").encode())
        elif answer is None:
            self.send(404, b"{}")
        else:
            self.send(200, answer.encode())

    def send(self, status, body, length=None, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", "text/javascript; charset=utf-8")
        if length != "none":
            self.send_header("Content-Length", str(length or len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer_404(self, body):
        self.send(404, b'{"message": "Not Found"}')

    def answer_500(self, body):
        self.send(500, b"")

    def answer_cut(self, body):
        self.send(200, body[: len(body) // 2])

    def answer_broken(self, body):
        self.close_connection = True
        self.send(200, body[:10], len(body))

    def answer_moved(self, body):
        self.send(302, b"", headers=[("Location", self.path.replace("/moved", "", 1))])

    def answer_around(self, body):
        self.send(302, b"", headers=[("Location", self.path)])

    def answer_local(self, body):
        address = "file://" + os.path.join(ANSWERS, "github.json")
        self.send(302, b"", headers=[("Location", address)])

    def answer_secure(self, body):
        self.send(302, b"", headers=[("Location", secure_address + "/")])

    def answer_headers(self, body):
        self.send(200, json.dumps(dict(self.headers)).encode())

    def answer_count(self, body):
        self.send(200, str(len(waiting)).encode())

    def answer_flood(self, body):
        self.close_connection = True
        self.send(200, b"[", "none")
        self.write_until_gone(b"0," * 32768, 0)

    def answer_trickle(self, body):
        self.close_connection = True
        self.send(200, b"[", "none")
        self.write_until_gone(b"0,", 0.1)

    def answer_slow(self, body):
        waiting.add(self)
        try:
            self.connection.settimeout(600)
            self.connection.recv(1)  # Returns when the client disconnects.
        except OSError:
            pass
        finally:
            self.close_connection = True
            waiting.discard(self)

    def write_until_gone(self, piece, pause):
        waiting.add(self)
        try:
            while True:
                self.wfile.write(piece)
                time.sleep(pause)
        except OSError:
            pass
        finally:
            waiting.discard(self)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # A closed screen cancels its request.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def serve(context=None):
    server = Server(("127.0.0.1", 0), Answerer)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def main():
    global secure_address
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(ANSWERS, "self-signed.pem"))
    secure_address = "https" + serve(context).removeprefix("http")
    address = serve()
    if len(sys.argv) == 1:
        print(address, flush=True)
        sys.stdin.read()
        return 0
    environment = dict(os.environ, MUSIC_API=address, GITHUB_API=address)
    return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


sys.exit(main())
