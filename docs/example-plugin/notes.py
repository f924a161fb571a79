#!/usr/bin/env python3
"""A plugin in Python: a list of notes, to which one can be added."""
import json
import sys

notes = ["Buy milk", "Call Ada"]
open_lists = set()  # The instances of the screen Notes that are open.


def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def notes_screen():
    rows = [{"title": text, "tap": f"note-{i}"} for i, text in enumerate(notes)]
    taps = {f"note-{i}": f"/notes/{i}" for i in range(len(notes))}
    return {"state": "ready", "title": f"{len(notes)} notes", "rows": rows,
            "taps": {**taps, "write": "/write", "add": None}}  # Without a target tap() decides.


def note_screen(number):
    if number >= len(notes):
        return {"state": "failed", "title": "Note", "message": f"There is no note {number}."}
    return {"state": "ready", "title": notes[number], "taps": {"close": "back"}}


def make(instance, screen, values, **rest):
    if screen == "Note":
        return note_screen(int(values["id"]))
    open_lists.add(instance)
    return notes_screen()


def add(text):
    notes.append(text)
    for instance in open_lists:
        send(method="screen.changed", params={"instance": instance, "content": notes_screen()})


def tap(instance, tap):  # Of the taps only "add" comes here.
    add(f"Note {len(notes)}")
    return {"target": None}


def answer(method, params):
    if method == "initialize":
        return {"protocol": 1, "screens": ["Notes", "Note"]}
    if method == "screen.received":  # The flow of the screen Write ended.
        add("Buy " + params["result"])
    elif method == "screen.close":
        open_lists.discard(params["instance"])
    return {"screen.make": make, "screen.tap": tap}.get(method, lambda **_: None)(**params)


for line in sys.stdin:  # Ends when the host does.
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    if "id" in request:
        send(id=request["id"], result=result)
