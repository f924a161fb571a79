#!/usr/bin/env python3
# A Signalbox client: opens links in a session and prints every change.
# usage: signalbox_client.py SOCKET SESSION LINK...
import json
import os
import socket
import sys


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.number = 0
        self.notices = []  # Notifications from the daemon, in order.
        self.greeting = self.read()["params"]

    def read(self):
        return json.loads(self.lines.readline() or exit("the daemon closed the connection"))

    def call(self, method, **params):
        self.number += 1
        call = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.socket.sendall(json.dumps(call).encode() + b"\n")
        while True:
            message = self.read()
            if "method" in message:
                self.notices.append(message)
            elif message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]


def main(path, session, *links):
    client = Client(path)
    print("signalbox", client.greeting["version"])
    try:
        client.call("session.create", name=session)
    except RuntimeError:
        pass  # It exists already.
    seen = client.call("subscribe", session=session)["seq"]
    for number, link in enumerate(links):
        request = f"{os.getpid()}-{number}"  # A repeated call with the same id is done once.
        answer = client.call("open", session=session, link=link, requestId=request)
        print(link, answer["outcome"])
    client.call("unsubscribe", session=session)
    for notice in client.notices:
        if notice["method"] == "event" and notice["params"]["seq"] > seen:
            print(notice["params"]["seq"], notice["params"]["event"]["line"])
    stack = client.call("stack", session=session)
    print(" > ".join(screen["screen"] for screen in stack["screens"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
