"""What another site, another browser and the page itself cannot do."""

import http.server
import threading
import unittest

from support import PageTest


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another site on this machine."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_):
        pass


class Security(PageTest):
    def elsewhere(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_address[1]}/"

    def test_the_token_leaves_the_address_bar_and_the_cookie_is_not_for_scripts(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        link = self.inspector.next_link()
        page.goto(link)
        self.assertEqual(page.url, self.inspector.address)
        [cookie] = context.cookies()
        self.assertTrue(cookie["httpOnly"])
        self.assertEqual(cookie["sameSite"], "Strict")
        self.assertEqual(cookie["path"], "/")
        self.assertEqual(page.evaluate("document.cookie"), "")
        self.assertEqual(page.evaluate("history.length"), 2)  # Of about:blank and the page.
        other = self.browser.new_context()
        self.addCleanup(other.close)
        self.assertEqual(other.new_page().goto(link).status, 401)

    def test_a_browser_without_the_cookie_gets_nothing(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        for path in ["", "page.js", "state", "findings", f"events?session={self.session}"]:
            self.assertEqual(page.goto(self.inspector.address + path).status, 401, path)

    def test_a_name_that_points_to_this_machine_reaches_nothing(self):
        browser = self.launch("--host-resolver-rules=MAP evil.example 127.0.0.1")
        self.addCleanup(browser.close)
        page = browser.new_context().new_page()
        answer = page.goto(f"http://evil.example:{self.inspector.port}/")
        self.assertEqual(answer.status, 421)

    def test_another_site_cannot_call_read_or_frame_the_page(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        context.add_cookies(self.cookies)
        page = context.new_page()
        page.goto(self.elsewhere())
        before = self.state("show")["seq"]
        body = '{"method":"open","params":{"session":"%s","link":"cinema://movies"}}' % self.session
        for kind in ["application/json", "text/plain"]:
            result = page.evaluate("""async ([url, body, kind]) => {
              try {
                const answer = await fetch(url, { method: "POST", body, credentials: "include",
                  headers: { "Content-Type": kind } });
                return answer.status;
              } catch { return "failed"; }
            }""", [self.inspector.address + "call", body, kind])
            self.assertEqual(result, "failed", kind)
        result = page.evaluate("""([url, body]) => fetch(url, { method: "POST", mode: "no-cors",
          body, credentials: "include" }).then(() => "read", () => "failed")""",
                               [self.inspector.address + "call", body])
        self.assertEqual(result, "failed")
        self.assertEqual(self.state("show")["seq"], before)
        result = page.evaluate("""async (url) => {
          const frame = document.createElement("iframe");
          frame.src = url;
          document.body.append(frame);
          await new Promise((done) => frame.addEventListener("load", done));
          try {
            return frame.contentDocument?.title ?? "unreadable";
          } catch {
            return "unreadable";
          }
        }""", self.inspector.address)
        self.assertEqual(result, "unreadable")
        self.assertFalse(any(frame.url.startswith(self.inspector.address)
                             and frame.locator("#tree").count() for frame in page.frames))

    def test_a_form_of_another_site_changes_nothing(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        context.add_cookies(self.cookies)
        page = context.new_page()
        page.goto(self.elsewhere())
        with page.expect_response(lambda answer: answer.url.endswith("/call")) as sent:
            page.evaluate("""(url) => {
              const form = document.createElement("form");
              form.method = "post";
              form.enctype = "text/plain";
              form.action = url;
              document.body.append(form);
              form.submit();
            }""", self.inspector.address + "call")
        self.assertIn(sent.value.status, [401, 403])
        self.assertEqual(self.state("show")["seq"], 0)

    def test_inline_scripts_styles_and_foreign_requests_are_refused(self):
        page = self.page()
        self.assertEqual(self.problems, [])
        found = page.evaluate("""async (url) => {
          const found = [];
          addEventListener("securitypolicyviolation", (one) => found.push(one.effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          const style = document.createElement("style");
          style.textContent = "body { color: red }";
          document.body.append(style);
          await fetch(url).catch(() => {});
          await new Promise((done) => setTimeout(done, 100));
          return [window.ran ?? false, found.sort()];
        }""", self.elsewhere())
        self.assertEqual(found, [False, ["connect-src", "script-src-elem", "style-src-elem"]])
        self.problems.clear()

    def test_the_page_requests_nothing_from_elsewhere(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        context.add_cookies(self.cookies)
        urls = []
        context.on("request", lambda request: urls.append(request.url))
        page = self.page(context=context)
        for key in "1234":
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        self.assertGreater(len(urls), 10)
        self.assertEqual([url for url in urls if not url.startswith(self.inspector.address)], [])


class ReadOnly(PageTest):
    arguments = ("--read-only",)

    def test_nothing_can_be_changed(self):
        page = self.page()
        page.get_by_text("Read-only", exact=True).wait_for()
        self.assertEqual(page.get_by_role("button", name="Open", exact=True).count(), 0)
        self.assertTrue(page.get_by_role("group", name="Taps").get_by_role("button").first
                        .is_disabled())
        page.keyboard.press("b")
        page.keyboard.press("u")
        self.state("open", link="cinema://movies")
        self.wait_for_screen(page, "Movies")
        status = page.evaluate("""async (session) => (await fetch("/call", { method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ method: "back", params: { session } }) })).status""", self.session)
        self.assertEqual(status, 403)
        self.assertEqual(self.state("show")["seq"], 1)


if __name__ == "__main__":
    unittest.main()
