"""Several viewers, content that a plugin changes, and restarts of the daemon."""

import unittest

from support import PACKAGE, PageTest


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

    def test_more_sessions_than_the_daemon_lists_at_a_time_can_be_selected(self):
        names = [f"many-{number:04}" for number in range(1200)]
        self.daemon.call_all([("session.create", {"name": name}) for name in [*names, "zz"]])
        self.daemon.call("open", session="zz", link="cinema://movies/9")
        page = self.page()
        box = page.get_by_label("Session", exact=True)
        options = page.locator("#sessions option")
        self.assertEqual(options.last.inner_text(), "More sessions…")
        self.assertEqual(page.locator("#sessions option[value=zz]").count(), 0)
        box.select_option(label="More sessions…")
        page.locator("#sessions option[value=zz]").wait_for(state="attached")
        self.assertEqual(box.input_value(), self.session)
        listed = [name for name in options.all_inner_texts() if name.startswith("many-")]
        self.assertEqual(listed, names)
        box.select_option("zz")
        self.wait_for_screen(page, "MovieDetail")
        # A page that begins with it does not need the sessions ahead of it.
        page.goto(f"{self.inspector.address}?session=zz")
        self.wait_for_screen(page, "MovieDetail")
        page.locator("#sessions option[value=zz]").wait_for(state="attached")
        self.assertEqual(box.input_value(), "zz")
        self.daemon.call_all([("session.close", {"session": name}) for name in [*names, "zz"]])

    def test_only_sessions_that_the_page_made_for_itself_are_hidden(self):
        self.daemon.call("session.create", name="compare-mine")
        for link in ["cinema://movies", "cinema://movies/42"]:
            self.state("open", link=link)
        page = self.page()
        page.locator("#sessions option[value=compare-mine]").wait_for(state="attached")
        # The page lists the sessions while it compares: it cannot close its own yet.
        closing = []
        page.route("**/call", lambda route: closing.append(route)
                   if "session.close" in route.request.post_data and not closing
                   else route.continue_())
        page.locator("#event-1").click()
        page.get_by_role("button", name="Mark to compare").click()
        page.locator("#event-2").click()
        page.get_by_role("button", name="Compare with #1").click()
        while not closing:
            page.wait_for_timeout(20)
        [own] = [one["session"] for one in self.daemon.call("session.list")["sessions"]
                 if one["session"].startswith("inspect-")]
        self.daemon.call("session.create", name="new")
        page.get_by_label("Session", exact=True).focus()
        page.locator("#sessions option[value=new]").wait_for(state="attached")
        self.assertNotIn(own, page.locator("#sessions option").all_inner_texts())
        closing[0].continue_()
        page.locator(".comparison table").wait_for()

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


class Notes(PageTest):
    routes = PACKAGE / "docs" / "example-plugin"

    def test_what_a_screen_handles_is_shown(self):
        page = self.page()
        page.locator("#screen", has_text="2 notes").wait_for()
        page.get_by_role("button", name="add").click()
        page.locator("#screen", has_text="3 notes").wait_for()
        self.assertEqual(page.locator("#said").inner_text(), "handled by the screen")


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
