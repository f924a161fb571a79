"""Several viewers, restarts of the daemon, long sessions."""

import time
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


class LongSession(PageTest):
    count = 100_000

    def test_a_hundred_thousand_events_do_not_slow_the_page(self):
        page = self.page()
        script = "open /movies/42\nback\n" * 5000
        seq = 0
        while seq < self.count:
            seq = self.state("source", script=script)["seq"]
            self.until(page, "count => document.querySelector('#total').textContent === count",
                       f"{seq:,}", seconds=60)
        self.assertLess(page.locator("#rows .row").count(), 80)
        self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 1500)
        page.locator("#rows").focus()
        frames = page.evaluate("""async () => {
          const rows = document.querySelector("#rows");
          const times = [];
          let last = performance.now();
          for (let step = 0; step < 60; step += 1) {
            rows.scrollTop = rows.scrollHeight * step / 60;
            await new Promise(requestAnimationFrame);
            times.push(performance.now() - last);
            last = performance.now();
          }
          return times.sort((a, b) => a - b);
        }""")
        self.assertLess(frames[len(frames) * 9 // 10], 50, "a frame while scrolling")
        started = time.monotonic()
        page.get_by_label("Command").select_option("back")
        page.locator("#total", has_text=" of ").wait_for()
        self.assertLess(time.monotonic() - started, 1)
        page.get_by_label("Command").select_option("")
        page.locator("#rows").focus()
        page.keyboard.press("Home")
        page.locator("#detail", has_text="#1").wait_for()
        started = time.monotonic()
        self.state("open", link="/movies/7")
        page.locator("#total", has_text=f"{seq + 1:,}").wait_for()
        self.assertLess(time.monotonic() - started, 1)
        page.keyboard.press("g")
        self.wait_for_screen(page, "MovieDetail")
        # A page that comes later begins with the oldest change that the daemon keeps.
        late = self.page()
        late.locator("#rows .row .seq", has_text=str(seq + 2)).wait_for(timeout=60_000)
        late.locator("#rows").focus()
        late.keyboard.press("Home")
        late.locator("#detail strong").first.wait_for()
        self.assertGreater(int(late.locator("#detail strong").first.inner_text()[1:]), 1)


if __name__ == "__main__":
    unittest.main()
