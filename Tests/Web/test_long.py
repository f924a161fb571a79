"""A session with 100,000 events: only a bounded part of it is in the document."""

import json
import unittest

from support import PageTest

EVENTS = 100_000
ROW = 30  # Pixels, as in timeline.js.

# Counts, from the first script of the page on, what the page does to its document.
COUNTING = """() => {
  window.counts = { records: 0, rowsMax: 0, listening: [] };
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (...parameters) {
    if (this instanceof Element) counts.listening.push(new WeakRef(this));
    return add.apply(this, parameters);
  };
  new MutationObserver((records) => {
    counts.records += records.filter((one) =>
      one.target.parentElement?.closest("#timeline")).length;
    counts.rowsMax = Math.max(counts.rowsMax, document.querySelectorAll("#rows .row").length);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


class LongSession(PageTest):
    def name_of(self, number):
        """What the event with this number does: one of a thousand opens a link."""
        return "open" if number % 1000 == 0 else "tab"

    def make(self, numbers):
        """Makes the events with these numbers."""
        calls = []
        for number in numbers:
            if self.name_of(number) == "open":
                parameters = {"link": f"cinema://movies/{number}"}
            else:
                parameters = {"name": ["music", "home"][number % 2]}
            calls.append((self.name_of(number), {"session": self.session, **parameters}))
        self.daemon.call_all(calls)

    def rows(self, page):
        return page.evaluate("""() => [...document.querySelectorAll("#rows .row")].map((one) =>
          [Number(one.dataset.seq), one.querySelector(".line").textContent])""")

    def scroll(self, page, top):
        page.evaluate("(top) => { document.querySelector('#rows').scrollTop = top; }", top)

    def selected(self, page):
        return page.locator("#detail strong").first.inner_text()

    def test_a_hundred_thousand_events_are_listed_with_few_rows_in_the_document(self):
        self.make(range(1, EVENTS + 1))
        missing = self.daemon.answer(
            "subscribe", session=self.session, fromSeq=0)["error"]["data"]["oldest"]
        kept = EVENTS - missing
        self.assertGreater(kept, 50_000)
        context = self.browser.new_context(viewport={"width": 1280, "height": 800})
        self.addCleanup(context.close)
        context.add_cookies(self.cookies)
        context.add_init_script(f"({COUNTING})()")
        page = self.page(context=context)

        # What is not kept is said, and the rest is there.
        page.locator("#total", has_text=f"{kept:,}").wait_for()
        page.get_by_text(f"Events 1–{missing:,} are no longer kept.").wait_for()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download the others").click()
        lines = saved.value.path().read_text().splitlines()
        self.assertEqual(len(lines), kept)
        self.assertEqual(json.loads(lines[0])["seq"], missing + 1)

        # The first, the last and those in the middle.
        page.locator("#rows").focus()
        page.keyboard.press("Home")
        self.assertEqual(self.selected(page), f"#{missing + 1}")
        self.assertEqual(self.rows(page)[0][0], missing + 1)
        page.get_by_text("No longer part of the history.").wait_for()
        page.keyboard.press("End")
        self.assertEqual(self.selected(page), f"#{EVENTS}")
        self.assertEqual(self.rows(page)[-1][0], EVENTS)
        middle = kept // 2
        self.scroll(page, middle * ROW)
        page.locator(f"#event-{missing + 1 + middle}").wait_for()
        for seq, line in self.rows(page):
            self.assertTrue(line.startswith(self.name_of(seq)), (seq, line))
            self.assertLess(abs(seq - (missing + 1 + middle)), 60)

        # The filter sees all of them.
        page.get_by_label("Command", exact=True).select_option("open")
        opened = [number for number in range(missing + 1, EVENTS + 1) if number % 1000 == 0]
        page.locator("#total", has_text=f"{len(opened)} of {kept:,}").wait_for()
        page.locator("#rows").focus()
        page.keyboard.press("Home")
        self.assertEqual(self.selected(page), f"#{opened[0]}")
        page.get_by_label("Command", exact=True).select_option("")
        page.get_by_label("Text", exact=True).fill(f"movies/{opened[-2]}")
        page.locator("#total", has_text=f"1 of {kept:,}").wait_for()
        page.get_by_label("Text", exact=True).fill("")

        # The session's position is known, although its beginning is not.
        page.locator("#rows").focus()
        page.keyboard.press("End")
        for _ in range(3):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("g")
        page.locator(f"#event-{EVENTS - 3}.now").wait_for()
        self.assertEqual(self.state("log", count=1)["position"], EVENTS - 3)

        # Each further event costs little, however many there are.
        page.get_by_role("button", name="Close", exact=True).click()
        self.scroll(page, kept * ROW)
        page.evaluate("counts.records = 0; counts.listening = []")
        more = 1000
        self.make(range(2, more + 2))
        page.locator("#total", has_text=f"{kept + 1 + more:,}").wait_for()
        page.locator(f"#event-{EVENTS + 1 + more}.now").wait_for()
        self.assertLess(page.evaluate("counts.records"), 10 * more)
        self.assertLess(page.evaluate("counts.rowsMax"), 40)
        self.assertEqual(page.evaluate(
            "counts.listening.filter((one) => one.deref()?.closest('.row')).length"), 0)
        self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 1500)


if __name__ == "__main__":
    unittest.main()
