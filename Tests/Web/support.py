"""What the tests of the inspector's page share: a daemon, an inspector and a browser."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SIGNALBOX", str(PACKAGE / ".build/release/signalbox"))
# Where the browser runs as root, as in a container, it has no sandbox.
FLAGS = ["--no-sandbox"] if os.geteuid() == 0 else []
# How long a test waits, in seconds, for what a busy machine does late.
PATIENCE = 120


def stop(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Daemon:
    """A daemon with its own socket, and calls to it."""

    def __init__(self, folder, durability="none", routes=PACKAGE / "Routes"):
        self.folder = folder
        self.durability = durability
        self.routes = routes
        self.socket = f"{folder}/socket"
        self.start()

    def start(self):
        arguments = [PROGRAM, "serve", "--routes", str(self.routes), "--socket", self.socket]
        arguments += ["--durability", self.durability]
        if self.durability != "none":
            arguments += ["--data", f"{self.folder}/journal"]
        self.log = open(f"{self.folder}/daemon.log", "ab")
        self.process = subprocess.Popen(arguments, stdout=self.log, stderr=self.log)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.connection = socket.socket(socket.AF_UNIX)
                self.connection.connect(self.socket)
                break
            except OSError:
                self.connection.close()
                if time.monotonic() > end or self.process.poll() is not None:
                    raise AssertionError(Path(f"{self.folder}/daemon.log").read_text())
                time.sleep(0.05)
        self.lines = self.connection.makefile("rw", encoding="utf-8")
        self.lines.readline()
        self.count = 0

    def answer(self, method, **parameters):
        """The answer to a call, which can be an error."""
        self.send([(method, parameters)])
        while True:
            answer = json.loads(self.lines.readline())
            if answer.get("id") == self.count:
                return answer

    def call(self, method, **parameters):
        answer = self.answer(method, **parameters)
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["result"]

    def send(self, calls):
        for method, parameters in calls:
            self.count += 1
            call = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": parameters}
            self.lines.write(json.dumps(call) + "\n")
        self.lines.flush()

    def call_all(self, calls):
        """Makes many calls, without their answers. No other notification is expected."""
        for start in range(0, len(calls), 500):
            part = calls[start:start + 500]
            self.send(part)
            for _ in part:
                if '"error"' in self.lines.readline():
                    raise AssertionError("a call has failed")

    def kill(self):
        self.lines.close()
        self.connection.close()
        self.process.kill()
        self.process.wait()
        self.log.close()

    def stop(self):
        self.lines.close()
        self.connection.close()
        stop(self.process)
        self.log.close()


class Inspector:
    """An inspector of a daemon. `link` lets one browser in."""

    def __init__(self, daemon, *arguments):
        self.process = subprocess.Popen(
            [PROGRAM, "inspect", str(daemon.routes), "--socket", daemon.socket, "--no-open",
             *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            if found := re.search(r"(http://127\.0\.0\.1:(\d+)/)\?token=\w+", line):
                self.link, self.address, self.port = found[0], found[1], int(found[2])
                return
        raise AssertionError("the inspector printed no link")

    def next_link(self):
        return re.search(r"http://\S+\?token=\w+", self.process.stdout.readline())[0]

    def stop(self):
        stop(self.process)
        self.process.stdout.close()


class PageTest(unittest.TestCase):
    """A test with a daemon, an inspector and one browser that was let in."""

    durability = "none"
    arguments = ()
    routes = PACKAGE / "Routes"
    # A route file instead.
    yaml = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="signalbox-web-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        routes = cls.routes
        if cls.yaml:
            routes = Path(cls.folder) / "app.yaml"
            routes.write_text(cls.yaml)
        cls.daemon = Daemon(cls.folder, cls.durability, routes)
        cls.addClassCleanup(lambda: cls.daemon.stop())
        cls.inspector = Inspector(cls.daemon, *cls.arguments)
        cls.addClassCleanup(cls.inspector.stop)
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.launch()
        cls.addClassCleanup(cls.browser.close)
        cls.context = cls.browser.new_context(viewport={"width": 1280, "height": 800})
        first = cls.context.new_page()
        first.goto(cls.inspector.link)
        first.close()
        cls.cookies = cls.context.cookies()

    @classmethod
    def launch(cls, *flags):
        path = shutil.which("chromium")
        return cls.playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])

    def setUp(self):
        self.session = re.sub(r"\W+", "-", self.id().rsplit(".", 1)[-1])
        self.daemon.call("session.create", name=self.session)
        self.problems = []

    def page(self, size=(1280, 800), context=None, **options):
        """A page that shows the test's session. Its errors fail the test."""
        if context is None:
            context = self.browser.new_context(
                viewport={"width": size[0], "height": size[1]}, **options)
            context.add_cookies(self.cookies)
            self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text)
                if "Content Security Policy" in message.text else None)
        page.goto(f"{self.inspector.address}?session={self.session}")
        page.locator("#tree .here").wait_for()
        return page

    def tearDown(self):
        self.assertEqual(self.problems, [])

    def open(self, page, link):
        page.locator("#link").fill(link)
        page.get_by_role("button", name="Open", exact=True).click()

    def until(self, page, condition, value=None):
        """Waits for a condition in JavaScript; the page's policy refuses `wait_for_function`."""
        end = time.monotonic() + PATIENCE
        while not page.evaluate(condition, value):
            self.assertLess(time.monotonic(), end, condition)
            page.wait_for_timeout(50)

    def wait_for_screen(self, page, name):
        page.locator("#tree .here .name", has_text=re.compile(f"^{name}$")).wait_for()

    def state(self, method, **parameters):
        return self.daemon.call(method, session=self.session, **parameters)
