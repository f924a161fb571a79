"""Prints the time until the page's first contentful paint: `Tests/Web/run first_paint`."""

import statistics
import time
import unittest

from support import Inspector, PageTest

RUNS = 9
PAINT = """performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""


class FirstPaint(PageTest):
    def test_first_paint(self):
        paints, starts = [], []
        for _ in range(RUNS):
            began = time.monotonic()
            inspector = Inspector(self.daemon)
            starts.append((time.monotonic() - began) * 1000)
            context = self.browser.new_context()
            page = context.new_page()
            page.goto(inspector.link)
            self.until(page, PAINT)
            paints.append(page.evaluate(PAINT))
            context.close()
            inspector.stop()
        print(f"\nfirst contentful paint, medians of {RUNS}:"
              f" {statistics.median(paints):.0f} ms from the navigation to the link,"
              f" {statistics.median(map(sum, zip(starts, paints))):.0f} ms from the start of the"
              " inspector without the start of a browser")


if __name__ == "__main__":
    unittest.main()
