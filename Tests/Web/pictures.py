"""Takes the pictures of the inspector for README: docs/pictures/inspect-light.png and -dark.png."""

import unittest

from support import PACKAGE, PageTest


class Pictures(PageTest):
    def setUp(self):
        super().setUp()
        self.session = "demo"
        self.daemon.call("session.create", name=self.session)

    def test_cinema(self):
        folder = PACKAGE / "docs/pictures"
        folder.mkdir(exist_ok=True)
        for link in ["cinema://movies/42", "cinema://movies/42/reviews"]:
            self.state("open", link=link, requestId=f"page.mina.{link[-5:]}-1")
        self.state("back", requestId="attach.1-1")
        self.state("tap", name="cast", requestId="mcp.1-1")
        self.state("back", requestId="attach.1-2")
        self.state("undo", requestId="page.mina.1-2")
        self.state("redo", requestId="page.mina.1-3")
        self.state("open", link="cinema://library", requestId="send.1-1")
        for scheme in ["light", "dark"]:
            page = self.page(color_scheme=scheme)
            page.locator("#rows .row").last.click()
            page.locator("#link").fill("/movies/42/play")
            page.locator("#preview", has_text="opens").wait_for()
            page.locator("#link").blur()
            path = folder / f"inspect-{scheme}.png"
            page.screenshot(path=path)
            self.assertLess(path.stat().st_size, 150 * 1024)


if __name__ == "__main__":
    unittest.main()
