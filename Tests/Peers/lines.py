#!/usr/bin/env python3
"""Compares 'signalbox resolve - --json' with a program on matchit that reads lines, matches and prints JSON.

usage: lines.py SIGNALBOX MATCHIT TABLES [RUNS]

MATCHIT is a folder of matchit's sources, which rustc compiles with lines.rs; TABLES one of files NAME.routes and
NAME.paths, a pattern or path per line. Tables that are too large for one route file are left out. Both programs run on one processor, in turn; then Signalbox on all. Prints for
each table the seconds of each, and how many times as fast Signalbox is: the median and the range.
"""
import pathlib, random, statistics, subprocess, sys, tempfile, time

here = pathlib.Path(__file__).parent
signalbox, matchit, tables = sys.argv[1:4]
runs = int(sys.argv[4]) if len(sys.argv) > 4 else 5
base, count = "https://app.example", 2_000_000


def build(folder):
    """The path of the program on matchit."""
    options = "--edition 2021 -C opt-level=3 -C codegen-units=1 -C panic=abort".split()
    library, program = folder / "libmatchit.rlib", folder / "lines"
    subprocess.run(
        ["rustc", *options, "--crate-type", "rlib", "--crate-name", "matchit", f"{matchit}/src/lib.rs", "-o", library],
        check=True)
    subprocess.run(
        ["rustc", *options, "-C", "lto=fat", "--extern", f"matchit={library}", here / "lines.rs", "-o", program],
        check=True)
    return program


def write_app(routes, folder):
    """Writes an app in which each route opens a screen of its own."""
    folder.mkdir()
    screens = "".join(f"  S{number}: {{ title: S{number} }}\n" for number in range(len(routes)))
    lines = "".join(
        f'  - {{ path: "{route}", screen: S{number}, in: home }}\n' for number, route in enumerate(routes))
    (folder / "app.yaml").write_text(
        f"signalbox: 1\nplugin: app\nlinks: [{base}]\ncoordinators:\n"
        f'  home: {{ kind: stack, start: "{routes[0]}" }}\nscreens:\n{screens}routes:\n{lines}')


def seconds(command, links, isAlone=True):
    command = ["taskset", "-c", "0", *command] if isAlone else command
    with open(links) as source:
        began = time.monotonic()
        # 1: some links open nothing.
        status = subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL).returncode
        assert status in (0, 1), command
        return time.monotonic() - began


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    peer = build(folder)
    for routes in sorted(pathlib.Path(tables).glob("*.routes"), key=lambda path: path.stat().st_size):
        app, links = folder / routes.stem, folder / "links"
        patterns = routes.read_text().split()
        if len(patterns) > 50_000:
            continue
        write_app(patterns, app)
        paths, choice = routes.with_suffix(".paths").read_text().split(), random.Random(1)
        links.write_text("".join(f"{base}{choice.choice(paths)}\n" for _ in range(count)))
        ours, theirs = [signalbox, "resolve", "-", "--json", "-r", app], [peer, routes, base]
        times = [(seconds(ours, links), seconds(theirs, links), seconds(ours, links, False)) for _ in range(runs)]
        print(
            f"{routes.stem}: {statistics.median(t[0] for t in times):.2f} s, matchit"
            f" {statistics.median(t[1] for t in times):.2f} s;"
            f" {spread([t[1] / t[0] for t in times])} times as fast,"
            f" on all processors {spread([t[1] / t[2] for t in times])}", flush=True)
