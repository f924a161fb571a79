"""The page without a mouse, on a narrow window, for screen readers, and in both colour schemes."""

import unittest

from support import PageTest

# The contrast of every visible text with the colour below it, as in WCAG 2.
CONTRAST = """() => {
  const parse = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    const [r, g, b] = text.startsWith("color(") ? parts.map((one) => one * 255) : parts;
    return [r, g, b, parts[3] ?? 1];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((one) => one / 255)
      .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes]
      .some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!hasText || !element.checkVisibility() || element.closest(":disabled, option")) continue;
    if (element.closest(".skip")) continue;
    let behind = null;
    for (let one = element; one && !behind; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour[3] === 1) behind = colour;
    }
    const text = parse(getComputedStyle(element).color);
    const [high, low] = [luminance(text.slice(0, 3)), luminance(behind.slice(0, 3))]
      .sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5) found.push(`${element.className} ${element.textContent}: ${contrast}`);
  }
  return found;
}"""

# What every control is called.
NAMELESS = """() => [...document.querySelectorAll("button, input, select, [tabindex], img")]
  .filter((one) => one.checkVisibility())
  .filter((one) => !one.getAttribute("aria-label") && !one.textContent.trim()
    && !one.labels?.length && !one.hasAttribute("alt"))
  .map((one) => one.outerHTML)"""


class Access(PageTest):
    def fill_in(self, page):
        self.state("open", link="cinema://movies/42")
        self.state("dirty", unsaved=True)
        self.state("open", link="cinema://library")
        self.state("confirm")
        self.wait_for_screen(page, "Login")
        page.locator("#rows .row").last.click()
        page.locator("#link").fill("/movies/1x")
        page.locator("#preview .misses").wait_for()

    def test_every_text_has_the_contrast_of_wcag_aa(self):
        for scheme in ["light", "dark"]:
            page = self.page(color_scheme=scheme)
            if scheme == "light":
                self.fill_in(page)
            for key in "134":
                page.keyboard.press("Escape")
                page.keyboard.press("Escape")
                page.keyboard.press(key)
                self.assertEqual(page.evaluate(CONTRAST), [], f"{scheme}, view {key}")
            page.keyboard.press("?")
            self.assertEqual(page.evaluate(CONTRAST), [], f"{scheme}, help")

    def test_every_control_has_a_name(self):
        page = self.page()
        self.fill_in(page)
        self.assertEqual(page.evaluate(NAMELESS), [])

    def test_nothing_is_wider_than_a_narrow_window(self):
        page = self.page(size=(360, 740))
        self.state("open", link="cinema://search/" + "x" * 300)
        self.state("login", subject="a" * 200)
        page.locator("#gates", has_text="aaaa").wait_for()
        for view in ["Place", "Timeline", "Routes", "Graph"]:
            page.get_by_role("navigation").get_by_role("button", name=view).click()
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360, view)
        page.get_by_role("navigation").get_by_role("button", name="Timeline").click()
        page.locator("#rows .row").first.click()
        page.locator("#detail").wait_for()
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360)

    def test_nothing_is_wider_than_windows_of_other_sizes(self):
        page = self.page()
        for width in [480, 700, 959, 960, 1024, 1600]:
            page.set_viewport_size({"width": width, "height": 800})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    def test_the_keyboard_alone_does_everything(self):
        page = self.page()
        keys = page.keyboard
        keys.press("/")
        keys.type("cinema://movies/42")
        keys.press("Enter")
        self.wait_for_screen(page, "MovieDetail")
        keys.press("Escape")
        keys.press("Escape")
        keys.press("b")
        self.wait_for_screen(page, "Movies")
        keys.press("u")
        self.wait_for_screen(page, "MovieDetail")
        keys.press("r")
        self.wait_for_screen(page, "Movies")
        keys.press("k")
        keys.press("k")
        keys.press("k")
        keys.press("k")
        page.locator("#detail", has_text="#1").wait_for()
        keys.press("j")
        page.locator("#detail", has_text="#2").wait_for()
        keys.press("k")
        keys.press("g")
        self.wait_for_screen(page, "MovieDetail")
        keys.press("m")
        page.locator("#rows .marked").wait_for()
        keys.press("f")
        keys.type("back")
        page.locator("#total", has_text="1 of").wait_for()
        keys.press("Escape")
        for key, name in [("3", "routes"), ("4", "graph"), ("2", "timeline"), ("1", "place")]:
            keys.press(key)
            page.locator(f"#{name}").wait_for()
        keys.press("?")
        dialog = page.get_by_role("dialog", name="Keys and settings")
        dialog.wait_for()
        self.assertEqual(dialog.locator("dt").first.inner_text(), "/")
        self.assertEqual(dialog.locator("dd").first.inner_text(), "link box")
        keys.press("Escape")
        page.locator("dialog").wait_for(state="hidden")
        # A tap is reached with Tab alone, and keeps the focus while the page is drawn again.
        self.state("goto", position=0)
        self.wait_for_screen(page, "Home")
        page.get_by_label("Where the link comes from").focus()
        for _ in range(40):
            keys.press("Tab")
            if page.evaluate("document.activeElement.dataset.key") == "tap films":
                break
        self.state("dirty", unsaved=True)
        page.locator("#screen", has_text="Unsaved work").wait_for()
        self.assertEqual(page.evaluate("document.activeElement.dataset.key"), "tap films")
        self.state("dirty", unsaved=False)
        keys.press("Enter")
        self.wait_for_screen(page, "Movies")

    def test_the_tree_has_the_keys_of_a_tree(self):
        page = self.page()
        self.state("open", link="cinema://movies/42")
        self.state("open", link="cinema://library")
        self.wait_for_screen(page, "Login")
        keys = page.keyboard
        items = page.locator("#tree [role=treeitem]")
        reached = page.locator("#tree [role=treeitem][tabindex='0']")

        def focused():
            return page.evaluate("document.activeElement.dataset.key")

        # Tab leads to one item only, at first the visible screen.
        reached.focus()
        self.assertEqual(focused(), "screen 0 layer 1")
        for key, expected in [
            ("ArrowLeft", "layer 1"), ("ArrowRight", "screen 0 layer 1"),
            ("ArrowDown", "coordinator root"), ("ArrowUp", "screen 0 layer 1"),
            ("ArrowUp", "layer 1"), ("ArrowUp", "layer 1"), ("ArrowLeft", "layer 1"),
            ("End", items.last.get_attribute("data-key")), ("Home", "layer 1"),
            ("ArrowDown", "screen 0 layer 1"), ("ArrowDown", "coordinator root"),
            ("ArrowRight", "coordinator root/home"), ("ArrowRight", "screen 2 root/home"),
            ("ArrowDown", "screen 1 root/home"), ("ArrowDown", "screen 0 root/home"),
            ("ArrowRight", "screen 0 root/home"), ("ArrowDown", "coordinator root/music"),
        ]:
            keys.press(key)
            self.assertEqual(focused(), expected, key)
            self.assertEqual(reached.get_attribute("data-key"), expected, key)
        # Enter selects a hidden tab, and the item keeps the focus while the tree is drawn again.
        self.state("dismiss")
        self.wait_for_screen(page, "MovieDetail")
        self.assertEqual(focused(), "coordinator root/music")
        keys.press("Enter")
        self.wait_for_screen(page, "Music")
        self.assertEqual(focused(), "coordinator root/music")

    def test_the_accessibility_tree_names_the_parts(self):
        page = self.page()
        self.state("open", link="cinema://movies/42")
        self.wait_for_screen(page, "MovieDetail")
        tree = page.locator("body").aria_snapshot()
        for line in [
            '- heading "Signalbox" [level=1]', "- navigation \"Views\":", "- combobox \"Link\"",
            '- tree "Coordinators and layers":', '- treeitem "home, stack"',
            '- group "Stack, the top first":', '- treeitem "MovieDetail id=42 visible"',
            '- group "Taps":', '- heading "Gates" [level=2]', '- heading "Waiting links" [level=2]',
            '- listbox "Events":', "- option \"1 open cinema://movies/42",
        ]:
            self.assertIn(line, tree)
        self.assertEqual(page.locator("[aria-current=page]").count(), 2)  # The view, the screen.


if __name__ == "__main__":
    unittest.main()
