#!/usr/bin/env python3
"""Draws docs/session.svg: a session at the prompt of the bundled app, in a real terminal.

usage: session.py SIGNALBOX ROUTES > session.svg

Each of the lines below is typed into SIGNALBOX, the program, when it shows its prompt. What the
terminal shows becomes the picture.
"""
import fcntl
import html
import os
import pty
import re
import select
import struct
import sys
import termios
import unicodedata

LINES = [
    "open cinema://library/saved/7",
    "login alice",
    "tree",
    "undo",
    "why cinema://movies/abc",
    "opne /movies",
    "quit",
]
COLUMNS = 88
CELL, LINE, MARGIN = 8.43, 20, 18
# The colours that signalbox uses of a terminal's 16, readable on the background.
COLORS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "36": "#a5d6ff"}
PLAIN, DIM, BACKGROUND = "#d5dae0", "#8b949e", "#161b22"


def transcript(program, routes):
    """What the terminal shows, with its escape sequences."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", INPUTRC="/dev/null", LC_ALL="C.UTF-8")
        os.environ.pop("NO_COLOR", None)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        options = ["--no-history", "--color", "always", "--routes", routes]
        os.execv(program, [program, "repl"] + options)
    shown = ""
    typed = 0
    while True:
        if not select.select([terminal], [], [], 60)[0]:
            sys.exit(f"no answer for 60 s after {shown!r}")
        try:
            shown += os.read(terminal, 65536).decode()
        except OSError:  # The program has ended.
            break
        # readline turns bracketed paste on ahead of each prompt.
        if shown.count("\x1b[?2004h") > typed and shown.endswith("> "):
            os.write(terminal, LINES[typed].encode() + b"\r")
            typed += 1
    os.waitpid(child, 0)
    if typed < len(LINES):
        sys.exit(f"the program ended after {typed} lines: {shown!r}")
    return shown


def runs(line):
    """The parts of a line: the text, its colour, and whether it is bold."""
    color, bold, parts = PLAIN, False, []
    for number, part in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
        if number % 2 == 0:
            if part:
                parts.append((part, color, bold))
            continue
        for code in (part or "0").split(";"):
            if code == "0":
                color, bold = PLAIN, False
            elif code == "1":
                bold = True
            elif code == "2":
                color = DIM
            else:
                color = COLORS[code]
    return parts


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def picture(shown):
    """The picture of a transcript: a text element per line, a span per colour."""
    text = re.sub(r"\x1b\[\?2004[hl]|\r", "", shown).rstrip("\n")
    lines = text.split("\n")
    high = len(lines) * LINE + 2 * MARGIN
    wide = round(COLUMNS * CELL + 2 * MARGIN)
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" role="img" aria-label="A session at the prompt of signalbox">'
    )
    print(f'<rect width="{wide}" height="{high}" rx="8" fill="{BACKGROUND}"/>')
    font = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
    print(f'<g font-family="{font}" font-size="14" xml:space="preserve">')
    for row, line in enumerate(lines):
        column, spans = 0, ""
        for part, color, bold in runs(line):
            weight = ' font-weight="bold"' if bold else ""
            spans += f'<tspan x="{MARGIN + column * CELL:.1f}" fill="{color}"{weight}'
            spans += f' textLength="{width(part) * CELL:.1f}">{html.escape(part)}</tspan>'
            column += width(part)
        if spans:
            print(f'<text y="{MARGIN + row * LINE + 15}">{spans}</text>')
    print("</g>\n</svg>")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    picture(transcript(sys.argv[1], sys.argv[2]))
