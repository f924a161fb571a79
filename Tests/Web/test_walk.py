"""A walk through every view."""

import json
import subprocess
import unittest
from pathlib import Path

from support import PACKAGE, PROGRAM, PageTest


class Walk(PageTest):
    def test_place_shows_stacks_layers_gates_and_taps(self):
        page = self.page()
        self.open(page, "cinema://movies/42")
        self.wait_for_screen(page, "MovieDetail")
        self.assertEqual(page.locator("#tree .coordinator .card .name").all_inner_texts(),
                         ["MovieDetail", "Movies", "Home"])
        self.open(page, "cinema://library")
        page.locator(".layer", has_text="sheet").locator(".here", has_text="Login").wait_for()
        page.locator("#waiting", has_text="cinema://library").wait_for()
        page.locator("#gates .gate", has_text="login").first.get_by_label("Subject").fill("alice")
        page.get_by_role("button", name="Satisfy login").click()
        self.wait_for_screen(page, "Library")
        page.locator("#gates .gate", has_text="alice").wait_for()
        page.locator("#tree .here", has_text="login open").wait_for()
        page.get_by_role("button", name="Revoke login").click()
        page.get_by_role("button", name="Satisfy login").wait_for()
        page.get_by_role("button", name="Select the tab music").click()
        self.wait_for_screen(page, "Music")
        page.get_by_role("button", name="Select the tab home").click()
        self.wait_for_screen(page, "MovieDetail")
        page.get_by_role("group", name="Taps").get_by_role("button", name="cast").click()
        self.wait_for_screen(page, "MovieCast")

    def test_unsaved_work_is_marked_and_blocks(self):
        page = self.page()
        self.state("login", subject="alice")
        self.open(page, "/movies/42/reviews/new")
        self.wait_for_screen(page, "ReviewEditor")
        page.get_by_role("button", name="Mark as unsaved").click()
        page.locator("#screen", has_text="Unsaved work").wait_for()
        page.locator("#tree .here", has_text="unsaved").wait_for()
        page.get_by_role("button", name="Back", exact=True).click()
        page.locator("#notice", has_text="Unsaved work blocks this").wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Back", exact=True).click()
        page.get_by_role("button", name="Confirm").click()
        self.wait_for_screen(page, "Reviews")

    def test_a_waiting_link_shows_its_time_and_ends(self):
        page = self.page()
        self.open(page, "cinema://library")
        page.locator("#waiting", has_text="10 min left").wait_for()
        page.get_by_label("Advance the clock by").fill("4m")
        page.get_by_role("button", name="Wait").click()
        page.locator("#waiting", has_text="6 min left").wait_for()
        page.get_by_label("Advance the clock by").fill("6m")
        page.get_by_role("button", name="Wait").click()
        page.locator("#waiting", has_text="None.").wait_for()

    def test_the_link_box_shows_what_a_link_opens_or_why_nothing(self):
        page = self.page()
        box = page.get_by_role("combobox", name="Link", exact=True)
        box.fill("/movies/7")
        page.locator("#preview", has_text="opens MovieDetail id=7").wait_for()
        box.fill("/movies/1x")
        page.locator("#preview", has_text="does not fit the type int").wait_for()
        self.assertEqual(self.state("show")["seq"], 0)
        box.fill("/mov")
        page.get_by_role("option", name="/movies", exact=True).wait_for()
        box.press("ArrowDown")
        box.press("Enter")
        self.assertEqual(box.input_value(), "/movies")
        box.press("Enter")
        self.wait_for_screen(page, "Movies")
        self.open(page, "cinema://nowhere")
        page.get_by_role("alert").get_by_text("no route matches").wait_for()

    def test_a_refused_link_stays_in_the_timeline(self):
        page = self.page()
        self.open(page, "cinema://movies/1")
        self.wait_for_screen(page, "MovieDetail")
        self.open(page, "cinema://nowhere")
        refused = page.locator("#rows .row.refused")
        refused.wait_for()
        self.open(page, "cinema://movies/2")
        rows = page.locator("#rows .row")
        rows.nth(2).wait_for()
        self.assertEqual(rows.locator(".seq").all_inner_texts(), ["1", "–", "2"])
        self.assertEqual(refused.locator(".line").inner_text(), "open cinema://nowhere")
        self.assertIn("no route matches", refused.locator(".summary").inner_text())
        refused.click()
        detail = page.locator("#detail")
        detail.get_by_text("It changed nothing.").wait_for()
        self.assertEqual(detail.get_by_role("button", name="Mark to compare").count(), 0)
        rows.nth(2).click()
        detail.get_by_role("button", name="Mark to compare").click()
        rows.nth(0).click()
        page.get_by_role("button", name="Compare with #2").click()
        page.locator(".comparison tr", has_text="id=2").first.wait_for()
        self.assertEqual(self.state("log")["seq"], 2)

    def test_a_tap_whose_target_the_screen_decides_says_so(self):
        page = self.page()
        self.open(page, "cinema://greeting/mvvm")
        page.get_by_role("button", name="greet the screen decides").wait_for()

    def test_a_cold_start_keeps_the_link_until_ready(self):
        page = self.page()
        page.get_by_label("Where the link comes from").select_option("cold")
        self.open(page, "cinema://movies/42")
        page.locator("#waiting", has_text="waits until the app is ready").wait_for()
        page.get_by_role("button", name="Ready").click()
        self.wait_for_screen(page, "MovieDetail")
        self.assertEqual(self.state("show")["seq"], 0)

    def test_the_timeline_filters_jumps_and_compares(self):
        page = self.page()
        for link in ["cinema://movies", "cinema://movies/42", "cinema://library"]:
            self.state("open", link=link)
        self.state("login", subject="alice")
        rows = page.locator("#rows .row")
        rows.nth(3).wait_for()
        page.get_by_label("Outcome").select_option("deferred")
        self.assertEqual(rows.locator(".line").all_inner_texts(), ["open cinema://library"])
        page.get_by_label("Outcome").select_option("")
        page.get_by_label("Command").select_option("login")
        self.assertEqual(rows.locator(".line").all_inner_texts(), ["login alice"])
        page.get_by_label("Command").select_option("")
        page.get_by_label("Text", exact=True).fill("moviedetail")
        self.assertEqual(rows.locator(".seq").all_inner_texts(), ["2", "4"])
        page.get_by_label("Text", exact=True).fill("")
        rows.nth(0).click()
        page.get_by_role("button", name="Go to here").click()
        self.wait_for_screen(page, "Movies")
        self.assertEqual(self.state("show")["screen"], "Movies")
        page.get_by_role("button", name="Redo").click()
        self.wait_for_screen(page, "MovieDetail")
        page.get_by_role("button", name="Undo").click()
        self.wait_for_screen(page, "Movies")
        page.get_by_role("button", name="Mark to compare").click()
        rows.nth(3).click()
        page.get_by_role("button", name="Compare with #1").click()
        row = page.locator(".comparison tr", has_text="gate login")
        row.wait_for()
        self.assertEqual(row.locator("td").all_inner_texts(), ["closed", "open alice"])
        self.assertEqual([one["session"] for one in self.daemon.call("session.list")["sessions"]
                          if one["session"].startswith("inspect-")], [])

    def compare(self, page, first, second):
        """The rows of what differs after two events."""
        page.locator(f"#event-{first}").click()
        page.get_by_role("button", name="Mark to compare").click()
        page.locator(f"#event-{second}").click()
        page.get_by_role("button", name=f"Compare with #{first}").click()
        page.locator(".comparison table").wait_for()
        rows = page.locator(".comparison tbody tr")
        found = {row.locator("th").inner_text(): row.locator("td").all_inner_texts()
                 for row in rows.all()}
        page.get_by_role("button", name="Unmark").or_(page.get_by_role("button", name="Close"))\
            .first.wait_for()
        return found

    def test_a_session_that_began_cold_is_compared_cold(self):
        self.session += "-cold"
        self.daemon.call("session.create", name=self.session, cold=True)
        self.state("open", link="cinema://movies/42")
        self.state("ready")
        self.state("back")
        page = self.page()
        page.locator("#event-3").wait_for()
        found = self.compare(page, 1, 2)
        self.assertEqual(found["screen"], ["Home", "MovieDetail id=42"])
        self.assertEqual(found["waiting links"], ["cinema://movies/42", "none"])
        # The events ahead of a loaded script are known, those of the script are not.
        self.state("load", script="cold\nopen cinema://movies/7\nready\n")
        self.state("back")
        page.locator("#event-5").wait_for()
        found = self.compare(page, 4, 5)
        self.assertEqual(found["screen"], ["MovieDetail id=7", "Movies"])
        found = self.compare(page, 1, 5)
        self.assertEqual(found["screen"], ["Home", "Movies"])

    def test_an_undone_branch_cannot_be_reached(self):
        page = self.page()
        self.state("open", link="cinema://movies")
        self.state("undo")
        self.state("open", link="cinema://library")
        page.locator("#rows .row").nth(2).wait_for()
        page.locator("#rows .row").nth(0).click()
        page.get_by_text("No longer part of the history.").wait_for()

    def test_scripts_are_saved_and_replayed_step_by_step(self):
        page = self.page()
        self.state("open", link="cinema://movies/42")
        self.state("back")
        page.locator("#rows .row").nth(1).wait_for()
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Script (.nav)").click()
        script = saved.value.path().read_text()
        self.assertEqual(script, self.state("save")["script"])
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Events (JSON lines)").click()
        lines = [json.loads(line) for line in saved.value.path().read_text().splitlines()]
        self.assertEqual([line["seq"] for line in lines], [1, 2])
        page.locator("#file").set_input_files(
            {"name": "walk.nav", "mimeType": "text/plain",
             "buffer": b"# a comment\nopen cinema://movies/7\nexpect screen Nowhere\nback\n"})
        page.get_by_role("button", name="Step").click()
        self.wait_for_screen(page, "MovieDetail")
        page.get_by_role("button", name="Run the rest").click()
        page.locator("#script .error").wait_for()
        page.get_by_text("2 of 3 lines").wait_for()

    def test_the_copied_script_begins_at_the_selected_event(self):
        page = self.page(permissions=["clipboard-read", "clipboard-write"])
        for link in ["cinema://movies", "cinema://movies/42"]:
            self.state("open", link=link)
        self.state("back")
        page.locator("#rows .row").nth(2).wait_for()
        page.locator("#rows .row").nth(1).click()
        page.get_by_role("button", name="Copy script from here").click()
        page.get_by_text("2 lines copied.").wait_for()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"),
                         "open cinema://movies/42\nback\n")

    def test_routes_are_searched_and_covered(self):
        page = self.page()
        self.state("open", link="cinema://movies/42")
        page.get_by_role("button", name="Routes").click()
        page.get_by_label("Filter routes").fill("library")
        rows = page.locator("#route-rows tr")
        expected = len(self.daemon.call("routes", filter="library")["routes"])
        self.assertGreater(expected, 0)
        self.assertGreaterEqual(rows.count(), expected)
        page.get_by_label("Filter routes").fill("/movies/:id")
        page.get_by_role("button", name="Coverage of the session").click()
        page.locator("#coverage .meters li", has_text="routes").wait_for()
        opened = rows.filter(has_text="MovieDetail")
        self.assertNotIn("not opened", opened.first.inner_text())
        self.assertIn("not opened", rows.filter(has_text="Reviews").first.inner_text())
        rows.first.get_by_role("button").click()
        self.assertTrue(page.locator("#link").input_value().startswith("/"))

    def test_scripts_are_covered_together(self):
        page = self.page()
        page.get_by_role("button", name="Routes").click()
        page.get_by_label("Filter routes").fill("/movies/:id")
        files = [{"name": f"{name}.nav", "mimeType": "text/plain", "buffer": text} for name, text in
                 [("one", b"open cinema://movies/1\n"),
                  ("two", b"open cinema://movies/1/reviews\nexpect screen Nowhere\n")]]
        rows = page.locator("#route-rows tr")

        def is_covered(screen):
            return "not opened" not in rows.filter(has_text=screen).first.inner_text()

        page.locator("#coverage-files").set_input_files(files[0])
        page.locator("#coverage", has_text="one.nav uses").wait_for()
        self.assertEqual((is_covered("MovieDetail"), is_covered("Reviews")), (True, False))
        page.locator("#coverage-files").set_input_files(files)
        page.locator("#coverage", has_text="one.nav, two.nav use together").wait_for()
        self.assertEqual((is_covered("MovieDetail"), is_covered("Reviews")), (True, True))
        page.locator("#coverage .warning", has_text="two.nav:2: ").wait_for()
        page.get_by_text("parts are left out").click()
        page.locator("#coverage .left li").first.wait_for()
        # The session is as it was, and those of the scripts are closed.
        self.assertEqual(self.state("show")["seq"], 0)
        self.assertEqual([one["session"] for one in self.daemon.call("session.list")["sessions"]
                          if one["session"].startswith("inspect-")], [])

    def drop(self, page, *paths):
        """Drags files from outside of the browser to the middle of the page."""
        tools = page.context.new_cdp_session(page)
        for kind in ["dragEnter", "dragOver", "drop"]:
            tools.send("Input.dispatchDragEvent", {
                "type": kind, "x": 640, "y": 400, "data": {
                    "items": [], "files": [str(path) for path in paths],
                    "dragOperationsMask": 1}})
            if kind == "dragOver":
                self.until(page, "document.body.matches('.dragging')")

    def test_a_dropped_script_is_replayed_or_covered(self):
        path = Path(self.folder) / "walk.nav"
        path.write_text("open cinema://movies/7\nback\n")
        page = self.page()
        self.drop(page, path)
        page.get_by_text("0 of 2 lines").wait_for()
        page.get_by_role("button", name="Step").click()
        self.wait_for_screen(page, "MovieDetail")
        page.keyboard.press("3")
        self.drop(page, path)
        page.locator("#coverage", has_text="walk.nav uses").wait_for()
        self.assertEqual(self.state("show")["seq"], 1)

    def test_findings_of_the_routes_are_listed(self):
        page = self.page()
        page.get_by_role("button", name="Routes").click()
        page.get_by_role("button", name="Run check and explore").click()
        routes = str(PACKAGE / "Routes")
        output = subprocess.run(
            [PROGRAM, "explore", "--json", routes], check=True, capture_output=True, text=True)
        found = [json.loads(line) for line in output.stdout.splitlines()]
        messages = [finding["message"] for finding in found if "message" in finding]
        self.assertNotEqual(messages, [])
        for message in messages:
            page.locator("#findings", has_text=message).wait_for()

    def test_the_graph_marks_the_visible_screen_and_what_was_visited(self):
        page = self.page()
        self.state("open", link="cinema://movies/42")
        self.wait_for_screen(page, "MovieDetail")
        page.get_by_role("button", name="Graph").click()
        here = page.locator("#canvas text.here")
        for subject, node in [("tree", "home"), ("taps", "MovieDetail"), ("routes", "MovieDetail")]:
            page.get_by_label("Subject of the graph").select_option(subject)
            title = page.locator(f"#subject option[value={subject}]").inner_text()
            page.get_by_role("img", name=f"Graph: {title}; the session is at MovieDetail in "
                             "root/home").wait_for()
            self.assertEqual([text.removeprefix("✓ ") for text in here.all_text_contents()],
                             ["MovieDetail"])
            box = page.locator("#canvas g.node", has=page.locator("text.here"))
            self.assertEqual(box.locator("text[font-weight=bold]").first.text_content(), node)
            self.assertGreater(page.locator("#canvas rect.here").bounding_box()["width"], 20)
            self.assertGreater(page.locator("#canvas text", has_text="✓").count(), 1)
        page.locator("#now", has_text="MovieDetail in root/home").wait_for()
        page.get_by_label("Subject of the graph").select_option("gates")
        page.locator("#now", has_text="which is not in this picture").wait_for()
        self.state("open", link="cinema://library")
        page.locator("#now", has_text="Login").wait_for()
        self.assertEqual(here.all_text_contents(), ["Login"])
        page.get_by_label("Subject of the graph").select_option("tree")
        picture = page.get_by_role("img", name="Graph: Coordinators")
        picture.wait_for()
        width = picture.bounding_box()["width"]
        page.get_by_role("button", name="Larger").click()
        self.assertGreater(picture.bounding_box()["width"], width)


class RoutesWithoutScreenOrCoordinator(PageTest):
    yaml = """
signalbox: 1
plugin: shop
links: [shop://]
coordinators: { main: { kind: stack, start: / } }
routes:
  - { path: /, screen: Home }
  - { path: /items, screen: Items }
  - { path: /offer, screen: Offer, as: sheet }
  - { path: /help, as: outside }
  - { path: /old, as: refuse }
screens: { Home: {}, Items: {}, Offer: {} }
"""

    def test_the_table_says_what_happens(self):
        page = self.page()
        page.get_by_role("button", name="Routes").click()
        page.locator("#route-rows tr").nth(4).wait_for()
        texts = [[row.locator("td").nth(index).inner_text() for index in range(3)]
                 for row in page.locator("#route-rows tr").all()]
        self.assertEqual(texts, [
            ["/", "Home", "main push"],
            ["/help", "opens the browser", ""],
            ["/items", "Items", "push on the visible stack, from outside on the first"],
            ["/offer", "Offer", "sheet above the visible screen"],
            ["/old", "is refused", ""],
        ])


class TwoRoutes(PageTest):
    yaml = """
signalbox: 1
plugin: shop
links: [shop://]
gates:
  login: { challenge: /login }
  adult: { challenge: /age }
coordinators:
  main: { kind: tabs, children: [home, cellar] }
  home: { kind: stack, start: / }
  cellar: { kind: stack, start: /cellar }
routes:
  - { path: /, screen: Home }
  - { path: /cellar, screen: Cellar }
  - { path: /login, screen: Login, as: sheet }
  - { path: /age, screen: Age, as: sheet }
  - { path: /items/:id, screen: Item, params: { id: int }, in: home, gates: [login] }
  - { path: /wines/:id, screen: Item, params: { id: int }, in: cellar, gates: [adult] }
screens: { Home: {}, Cellar: {}, Login: {}, Age: {}, Item: {} }
"""
    # Links, and the gate and the coordinator of the route that each opens.
    rows = [("shop://wines/1", "adult", "cellar"), ("shop://items/2", "login", "home"),
            ("shop://wines/3", "adult", "cellar")]

    def test_a_screen_shows_the_gates_of_the_route_that_opened_it(self):
        page = self.page()
        for gate in ["login", "adult"]:
            self.state("satisfy", gate=gate)
        for link, gate, _ in self.rows:
            self.state("open", link=link)
            here = page.locator("#tree .here", has_text=f"id={link[-1]}")
            here.locator(".tag.good").first.wait_for()
            self.assertEqual(here.locator(".tag.good").all_inner_texts(), [f"{gate} open"])

    def test_the_graph_marks_a_screen_where_the_route_that_opened_it_has_it(self):
        page = self.page()
        for gate in ["login", "adult"]:
            self.state("satisfy", gate=gate)
        page.get_by_role("button", name="Graph").click()
        here = page.locator("#canvas text.here")
        for link, _, owner in self.rows:
            self.state("open", link=link)
            page.get_by_label("Subject of the graph").select_option("tree")
            node = page.locator("#canvas .node", has=page.locator("text.here"))
            node.filter(has=page.get_by_text(owner, exact=True)).wait_for()
            self.assertEqual(here.count(), 1)
            page.get_by_label("Subject of the graph").select_option("routes")
            page.get_by_role("img", name="Graph: Links; the session is at Item").wait_for()
            self.assertEqual(here.count(), 1)
            # In one step, since the picture can be drawn again meanwhile.
            self.until(page, """(owner) => {
              const label = document.querySelector("#canvas text.here");
              const frame = [...document.querySelectorAll("#canvas .cluster")]
                .find((one) => one.textContent.includes(owner));
              const [inner, outer] = [label, frame].map((one) => one.getBoundingClientRect());
              return inner.top > outer.top && inner.bottom < outer.bottom;
            }""", owner)


if __name__ == "__main__":
    unittest.main()
