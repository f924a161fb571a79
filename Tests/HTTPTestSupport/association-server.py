#!/usr/bin/env python3
"""An HTTPS server on the loopback address. answers.json has, by host and path, what it answers."""
import http.server
import json
import ssl
import sys


class Answerer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open("answers.json", encoding="utf-8") as file:
            answer = json.load(file).get(self.headers["Host"].split(":")[0] + self.path, {})
        body = answer.get("body", "").encode() * answer.get("times", 1)
        self.send_response(answer.get("status", 200 if answer else 404))
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        for name, value in (headers | answer.get("headers", {})).items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answerer)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
