#!/usr/bin/env python3
"""A plugin in Python: a list of notes, to which one can be added."""
import json
import sys

notes = ["Buy milk", "Call Ada"]
open_lists = set()  # The instances of the screen Notes that are open.


def send(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def notes_screen():
    rows = [{"title": text, "tap": f"note-{i}"} for i, text in enumerate(notes)]
    taps = {f"note-{i}": f"/notes/{i}" for i in range(len(notes))}
    return {"state": "ready", "title": f"{len(notes)} notes", "rows": rows,
            "taps": {**taps, "add": None}}  # No target: the plugin decides, in tap().


def note_screen(number):
    if number >= len(notes):
        return {"state": "failed", "title": "Note", "message": f"There is no note {number}."}
    return {"state": "ready", "title": notes[number], "taps": {"close": "back"}}


def make(instance, screen, values, **rest):
    if screen == "Note":
        return note_screen(int(values["id"]))
    open_lists.add(instance)
    return notes_screen()


def tap(instance, tap):
    if tap == "add":
        notes.append(f"Note {len(notes)}")
        for other in open_lists:
            send({"method": "screen.changed",
                  "params": {"instance": other, "content": notes_screen()}})
    return {"target": None}


def answer(method, params):
    if method == "initialize":
        return {"protocol": 1, "screens": ["Notes", "Note"]}
    if method == "screen.close":
        open_lists.discard(params["instance"])
    return {"screen.make": make, "screen.tap": tap}.get(method, lambda **_: None)(**params)


for line in sys.stdin:  # Ends when the host does.
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    if "id" in request:
        send({"id": request["id"], "result": result})
