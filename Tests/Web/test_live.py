"""Several viewers, and restarts of the daemon."""

import unittest

from support import PageTest


class Viewers(PageTest):
    def test_two_viewers_see_what_each_other_does(self):
        anna, ben = self.page(), self.page()
        anna.locator("#viewers", has_text="2 viewers").wait_for()
        anna.keyboard.press("?")
        anna.get_by_label("Your name for others").fill("안나")
        anna.get_by_role("button", name="Close").click()
        self.open(anna, "cinema://movies/42")
        self.wait_for_screen(ben, "MovieDetail")
        ben.locator("#rows .row", has_text="안나").wait_for()
        anna.locator("#rows .row .who", has_text="you").wait_for()
        ben.keyboard.press("b")
        self.wait_for_screen(anna, "Movies")
        self.state("open", link="cinema://movies/7", requestId="mcp.x-1")
        anna.locator("#rows .row", has_text="agent").wait_for()

    def test_a_session_of_another_client_can_be_selected(self):
        page = self.page()
        self.daemon.call("session.create", name="another")
        self.daemon.call("open", session="another", link="cinema://movies/9")
        page.get_by_label("Session", exact=True).focus()
        page.locator("#sessions option[value=another]").wait_for(state="attached")
        page.get_by_label("Session", exact=True).select_option("another")
        self.wait_for_screen(page, "MovieDetail")
        self.daemon.call("session.close", session="another")
        page.get_by_role("alert").get_by_text("The session was closed").wait_for()

    def test_hostile_text_is_shown_as_text(self):
        page = self.page()
        link = "cinema://search/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"
        self.state("open", link=link)
        self.state("login", subject="<script>alert(1)</script>\u202e\u001b[31m김")
        shown = "<script>alert(1)</script>\\u{202e}\\u{1b}[31m김"
        page.locator("#gates", has_text=shown).wait_for()
        page.locator("#tree", has_text="<img src=x onerror=alert(1)>").wait_for()
        self.assertEqual(page.locator("main img:not(#picture), main script").count(), 0)
        self.state("login", subject="مرحبا")
        subject = page.locator("#gates .data", has_text="مرحبا")
        subject.wait_for()
        self.assertEqual(subject.evaluate("one => getComputedStyle(one).direction"), "rtl")


class Restart(PageTest):
    durability = "interval"

    def test_no_event_is_lost_or_shown_twice_over_a_restart(self):
        page = self.page()
        for number in range(20):
            self.state("open", link=f"cinema://movies/{number + 1}")
            self.state("back")
        page.locator("#rows .row .seq", has_text="40").wait_for()
        self.daemon.kill()
        page.locator("#daemon", has_text="daemon away").wait_for()
        self.open(page, "cinema://movies/42")
        page.locator("#notice:not([hidden])").wait_for()
        self.daemon.start()
        page.locator("#daemon", has_text="live").wait_for()
        self.open(page, "cinema://movies/42")
        self.wait_for_screen(page, "MovieDetail")
        page.locator("#total", has_text="41").wait_for()
        self.state("undo")
        page.locator("#total", has_text="42").wait_for()
        page.locator("#rows").focus()
        seen = []
        page.keyboard.press("Home")
        for _ in range(42):
            seen.append(page.locator("#detail strong").first.inner_text())
            page.keyboard.press("ArrowDown")
        self.assertEqual(seen, [f"#{number}" for number in range(1, 43)])


if __name__ == "__main__":
    unittest.main()
