"""The Python package, as it was installed from its wheel. Run by Tests/Library/run."""

import contextlib
import datetime
import http
import importlib.util
import io
import json
import os
import pickle
import re
import resource
import tempfile
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import signalbox

ROUTES = "Routes"
LINKS = [
    "cinema://movies/42?tab=cast", None, "/nowhere", "https://cinema.example/movies", "https://x.y/",
    "", "cinema://" + "x" * 70_000, "cinema://library/saved/42", "/movies/7\u00e9", "/seats/row-7-seat-é",
    "/posters/film.png", "/movies/1",
]
#: A log of two sessions, of which the second does not conform, with the rows of a table in which a line
#: can be missing.
LOG = [
    '{"session":"a","event":"screen","screen":"Movies"}', None,
    '{"session":"b","event":"link","link":"cinema://movies/7"}', "",
    '{"session":"a","event":"link","link":"cinema://movies/42"}',
    '{"session":"b","event":"screen","screen":"MovieDetail","values":{"id":8}}',
    '{"session":"a","event":"screen","screen":"MovieDetail","values":{"id":42}}',
]
#: Links of a campaign, each with whether it opens something.
CAMPAIGN = [
    ("https://cinema.example/movies/{}", True), ("https://cinema.example/movie/{}", False),
    ("cinema://movies/{}/reviews", True), ("https://cinema.example/library/saved/{}", True),
]


def campaigns(count):
    """A table of a month's links: every fourth is dead, and belongs to the campaign `c1`."""
    number = polars.arange(0, count, eager=True)
    kinds = [template.split("{}") for template, _ in CAMPAIGN]
    return polars.DataFrame({"number": number}).select(
        campaign=polars.lit("c") + (polars.col("number") % 4).cast(polars.String),
        link=polars.concat_str(
            (polars.col("number") % 4).replace_strict(
                range(4), [kind[0] for kind in kinds], return_dtype=polars.String),
            polars.col("number").cast(polars.String),
            (polars.col("number") % 4).replace_strict(
                range(4), [kind[1] for kind in kinds], return_dtype=polars.String)))


def write_logs():
    """The log of the page's code, as a file, as a table, and with a mapping file."""
    lines = [line for line in LOG if line]
    with open("log.jsonl", "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    with open("map.yaml", "w", encoding="utf-8") as file:
        file.write("trace: 1\nlogged: [link, login, logout]\n")
    rows = [{"time": time, **json.loads(line)} for time, line in enumerate(lines)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([
        {key: row.get(key) for key in ("session", "time", "event", "link", "screen", "values")}
        for row in rows]), "logs.parquet")


def blocks(language):
    with open("docs/c-library.md", encoding="utf-8") as page:
        return re.findall(f"```{language}\n(.*?)```", page.read(), re.DOTALL)


class LibraryTests(unittest.TestCase):
    def setUp(self):
        self.app = signalbox.App(ROUTES)

    def fields(self, link):
        """The answer for one link, from `resolve`."""
        if link is None:
            return None
        answer = self.app.resolve(link)
        return (answer.get("route"), answer.get("screen"), answer.get("error"))

    def of(self, row):
        return None if row is None else (row["route"], row["screen"], row["error"])

    def test_columns_of_every_type_have_the_answers_of_single_links(self):
        wanted = [self.fields(link) for link in LINKS]
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(),
                     pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()):
            links = LINKS
            if "binary" in str(kind):
                links = [link if link is None else link.encode() for link in LINKS]
            column = pyarrow.array(links, kind)
            answers = self.app.resolve_batch(column)
            answers.validate(full=True)
            self.assertEqual([self.of(row) for row in answers.to_pylist()], wanted, kind)
            # Answers to views are views.
            self.assertEqual(
                pyarrow.types.is_string_view(answers.type.field("route").type), "view" in str(kind))
            part = self.app.resolve_batch(column[1:9])
            part.validate(full=True)
            self.assertEqual(part.to_pylist(), answers.to_pylist()[1:9], kind)
        chunked = pyarrow.chunked_array([LINKS[:5], [], LINKS[5:]], pyarrow.string())
        self.assertEqual(self.app.resolve_batch(chunked).to_pylist(), answers.to_pylist())
        self.assertEqual(self.app.resolve_batch(LINKS).to_pylist(), answers.to_pylist())
        self.assertEqual(
            self.app.resolve_batch(pandas.Series(LINKS)).to_pylist(), answers.to_pylist())
        series = self.app.resolve_batch(polars.Series("link", LINKS))
        self.assertEqual([self.of(row) for row in series.to_list()], wanted)
        self.assertEqual(answers.to_pylist()[0]["values"], [("id", "42"), ("tab", "cast")])

    def test_platforms_say_what_they_open(self):
        files = f"{ROUTES}/Platforms"
        ios = self.app.with_platforms(aasa=f"{files}/apple-app-site-association")
        both = ios.with_platforms(
            aasa=f"{files}/apple-app-site-association", manifest=f"{files}/AndroidManifest.xml",
            assetlinks=f"{files}/assetlinks.json")
        links = ["https://cinema.example/movies/42", "https://cinema.example/account/help", None,
                 "https://elsewhere.example/"]
        for app, fields in ((self.app, []), (ios, ["ios"]), (both, ["ios", "android"]),
                            (pickle.loads(pickle.dumps(both)), ["ios", "android"])):
            answers = app.resolve_batch(links)
            answers.validate(full=True)
            rows = answers.to_pylist()
            self.assertIsNone(rows[2])
            for field in ("ios", "android"):
                wanted = [None, None] if field not in fields else ["app", "browser"]
                self.assertEqual([rows[0][field], rows[3][field]], wanted, field)
            for answer in (app.resolve, app.why):
                for link, row in zip(links, rows):
                    if link is not None and app is not self.app:
                        found = answer(link)
                        self.assertEqual(
                            [found["ios"], found["android"]], [row["ios"], row["android"]])
            self.assertEqual("ios" in app.resolve(links[0]), app is not self.app)
        with self.assertRaises(signalbox.SignalboxError) as caught:
            self.app.with_platforms(aasa="/nowhere")
        self.assertEqual(caught.exception.code, "file/unreadable")
        with self.assertRaises(signalbox.SignalboxError) as caught:
            self.app.with_platforms(assetlinks=f"{files}/assetlinks.json")
        self.assertEqual(caught.exception.code, "library/platforms")
        other = self.app.with_platforms(
            manifest=f"{files}/AndroidManifest.xml", assetlinks=f"{files}/assetlinks.json",
            package_name="x.y")
        self.assertIn("compare/package", [found["code"] for found in other.platform_findings])
        with self.assertRaises(signalbox.SignalboxError) as caught:
            self.app.with_platforms(
                aasa=f"{files}/apple-app-site-association", app_id="X.other")
        self.assertEqual(caught.exception.code, "library/platforms")

    def test_sessions_of_a_log_are_checked(self):
        wanted = [
            {"session": "a", "conforms": True, "lines": 3, "explained": 3, "line": None,
             "event": None, "code": None, "message": None, "advice": None},
            {"session": "b", "conforms": False, "lines": 2, "explained": 1, "line": 6,
             "event": "MovieDetail(id=8)", "code": "conform/values",
             "message": "the app shows MovieDetail(id=8), and the definition MovieDetail(id=7)",
             "advice": "Allowed here: MovieDetail(id=7)."},
        ]
        chunks = pyarrow.chunked_array([LOG[:2], [], LOG[2:6], LOG[6:]], pyarrow.string())
        for lines in (LOG, pyarrow.array(LOG), pyarrow.array(LOG, pyarrow.string_view()), chunks,
                      pyarrow.array(["", *LOG])[1:], pandas.Series(LOG),
                      chunks.cast(pyarrow.large_string())):
            verdicts = self.app.conform(lines)
            verdicts.validate(full=True)
            self.assertEqual(verdicts.to_pylist(), wanted, type(lines))
        for lines in (polars.Series(LOG), polars.concat([polars.Series(LOG[:3]), polars.Series(LOG[3:])])):
            self.assertEqual(self.app.conform(lines).to_list(), wanted)

        class Chunks:
            def __arrow_array__(self, type=None):
                return chunks

        self.assertEqual(self.app.conform(Chunks()).to_pylist(), wanted)
        for lines in ((line for line in LOG), [line and line.encode() for line in LOG],
                      [line and line + "\r\n" for line in LOG], ["\ufeff" + LOG[0], *LOG[1:]],
                      chunks.cast(pyarrow.binary_view())):
            self.assertEqual(self.app.conform(lines).to_pylist(), wanted)
        many = [line.replace('"b"', f'"{n}"') for n in range(21) for line in LOG[2:6:3]]
        self.assertEqual(
            self.app.conform(many).field("conforms").to_pylist(), [False] * 21)
        for lines in ([], [None, " "], polars.Series([], dtype=polars.String),
                      pyarrow.chunked_array([], pyarrow.string())):
            self.assertEqual(len(self.app.conform(lines)), 0)

    def test_a_line_that_cannot_be_read_is_an_error_with_its_row(self):
        for lines, code, line in (
            ([*LOG, "{"], "trace/syntax", 8), ([None, '{"event":"scren"}'], "trace/unknown-event", 2),
            (["[]"], "trace/wrong-type", 1), (["x" * 2_000_000], "trace/limit", 1),
            ([b"\xff"], "trace/syntax", 1),
        ):
            with self.assertRaises(signalbox.SignalboxError) as caught:
                self.app.conform(lines)
            self.assertEqual(caught.exception.code, code)
            self.assertEqual(caught.exception.findings[0]["line"], line)
        with self.assertRaises(signalbox.SignalboxError) as caught:
            self.app.conform([1])
        self.assertEqual(caught.exception.code, "library/column")

    def test_a_mapping_file_says_how_logs_are_written(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write("trace: 1\nfields: { event: name, session: user }\nlogged: [link, tap]\n")
            file.flush()
            app = self.app.with_log_map(file.name)
            for app in (app, pickle.loads(pickle.dumps(app)), app.with_platforms(
                    aasa=f"{ROUTES}/Platforms/apple-app-site-association")):
                lines = ['{"name":"screen","screen":"Movies","user":1}',
                         '{"name":"screen","screen":"MovieDetail","values":{"id":1},"user":1}']
                # A tap would have a line.
                self.assertEqual(app.conform(lines).to_pylist()[0]["code"], "conform/screen")
            file.write("screens: { Main: Nowhere }\n")
            file.flush()
            with self.assertRaises(signalbox.SignalboxError) as caught:
                self.app.with_log_map(file.name)
            self.assertEqual(caught.exception.code, "trace/unknown-name")
        with self.assertRaises(signalbox.SignalboxError) as caught:
            self.app.with_log_map("/nowhere")
        self.assertEqual(caught.exception.code, "file/unreadable")

    def test_no_links_have_no_answers(self):
        for links in (pyarrow.array([], pyarrow.string()), pyarrow.chunked_array([], pyarrow.string()),
                      polars.Series("link", [], dtype=polars.String), []):
            self.assertEqual(len(self.app.resolve_batch(links)), 0)

    def test_another_type_is_an_error_with_advice(self):
        for links in (pyarrow.array([1, 2]), pyarrow.array(["a"]).dictionary_encode(),
                      polars.Series([1.5])):
            with self.assertRaises(signalbox.SignalboxError) as caught:
                self.app.resolve_batch(links)
            self.assertEqual(caught.exception.code, "library/column")
            self.assertEqual(caught.exception.advice, "Cast it to utf8.")

    def test_what_is_wrong_is_raised(self):
        for code, attempt in (
            ("file/unreadable", lambda: signalbox.App("/nowhere")),
            ("yaml/syntax", lambda: signalbox.App.from_bytes(b"plugin: [")),
            ("name/unknown", lambda: self.app.link("movi", id=1)),
            ("link/build", lambda: self.app.link("movie")),
        ):
            with self.assertRaises(signalbox.SignalboxError) as caught:
                attempt()
            self.assertEqual(caught.exception.code, code)
            self.assertIn(code, str(caught.exception))
        with self.assertRaises(ValueError):
            self.app.link("movie", id="1\0")

    def test_values_are_written_as_links_have_them(self):
        types = {"b": "bool", "i": "int", "n": "number", "d": "date", "u": "uuid", "s": "string"}
        app = signalbox.App.from_bytes(json.dumps({
            "signalbox": 1, "plugin": "a", "links": ["a://"], "screens": {"Home": {}, "All": {}},
            "coordinators": {"home": {"kind": "stack", "start": "/"}},
            "routes": [
                {"path": "/", "screen": "Home"},
                {"path": "/all/:x?/y", "screen": "All",
                 "query": {name: f"{kind}?" for name, kind in types.items()}},
            ]}).encode())
        number = uuid.UUID(int=7)
        for values, text in (
            ({"x": None, "s": None}, "/all/y"), ({"x": "None"}, "/all/None/y"),
            ({"b": True}, "/all/y?b=true"), ({"b": False}, "/all/y?b=false"),
            ({"i": -7, "n": 1.5}, "/all/y?i=-7&n=1.5"), ({"i": http.HTTPStatus.OK}, "/all/y?i=200"),
            ({"d": datetime.date(2024, 2, 29), "u": number}, f"/all/y?d=2024-02-29&u={number}"),
        ):
            self.assertEqual(app.link("All", **values)["path"], text)
        for value in (b"ab", [], datetime.datetime(2024, 2, 29), object()):
            with self.assertRaisesRegex(TypeError, "value of 's' is a .* takes str, int,"):
                app.link("All", s=value)

    def test_no_row_is_lost_between_chunks(self):
        frame = pandas.DataFrame({"link": ["/movies/1", None]})
        chunked = pyarrow.table({"link": pyarrow.chunked_array([["/movies/1"], [None], ["/nowhere"]])})

        class Stream:
            def __arrow_c_stream__(self, requested_schema=None):
                return chunked["link"].__arrow_c_stream__(requested_schema)

        wanted = [self.fields("/movies/1"), None]
        for links, expected in (
            (pandas.concat([frame, frame, frame])["link"], wanted * 3),
            (chunked.to_pandas(types_mapper=pandas.ArrowDtype)["link"],
             [*wanted, self.fields("/nowhere")]),
            (Stream(), [*wanted, self.fields("/nowhere")]),
            (polars.concat([polars.Series(["/movies/1", None])] * 3, rechunk=False), wanted * 3),
            (pandas.Series(pandas.arrays.ArrowExtensionArray(
                pyarrow.chunked_array([], pyarrow.string()))), []),
            (pyarrow.array([None, None]), [None, None]),
            (polars.Series([None, None]), [None, None]),
        ):
            answers = self.app.resolve_batch(links).to_pylist() if not isinstance(
                links, polars.Series) else self.app.resolve_batch(links).to_list()
            self.assertEqual([self.of(row) for row in answers], expected)

    def test_errors_cross_processes(self):
        with self.assertRaises(signalbox.SignalboxError) as caught:
            signalbox.App("/nowhere")
        error = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((error.code, str(error)), (caught.exception.code, str(caught.exception)))

    def test_what_is_no_text_is_an_error(self):
        for value in (5, [47, 109], None):
            with self.assertRaises(TypeError):
                self.app.resolve(value)
        for attempt in (lambda: signalbox.App(ROUTES + "\0x"),
                        lambda: self.app.with_platforms(aasa="a\0b")):
            with self.assertRaises(ValueError):
                attempt()
        for links in ("/movies/1", [1, 2], ["/\udcff"], polars.Series([], dtype=polars.Int64)):
            with self.assertRaises(signalbox.SignalboxError) as caught:
                self.app.resolve_batch(links)
            self.assertEqual(caught.exception.code, "library/column")

    def test_links_are_any_text_or_bytes(self):
        for link in (b"/movies/\xff", "/movies/\udcff", "/movies/\0", ""):
            self.assertEqual(self.app.resolve(link)["error"], "malformed")
        self.assertEqual(self.app.resolve(b"/movies/1")["screen"], "MovieDetail")

    def test_an_app_from_bytes_and_one_of_another_process(self):
        app = signalbox.App.from_bytes(b"signalbox: 1\nplugin: a\n"
                                       b"coordinators: { c: { kind: stack, start: / } }\n"
                                       b"routes: [{ path: /, screen: Home }]\nscreens: { Home: {} }")
        for same in (app, pickle.loads(pickle.dumps(app))):
            self.assertEqual(same.resolve("/")["screen"], "Home")
            self.assertEqual(same.check(notes=True), [])

    def test_threads_share_an_app(self):
        columns = [pyarrow.array([f"/movies/{n * 10_000 + i}" for i in range(5_000)]) for n in range(8)]
        with ThreadPoolExecutor(8) as pool:
            for column, answers in zip(columns, pool.map(self.app.resolve_batch, columns)):
                ids = [dict(row["values"])["id"] for row in answers.to_pylist()]
                self.assertEqual([f"/movies/{id}" for id in ids], column.to_pylist())

    def test_memory_does_not_grow(self):
        column = pyarrow.array([f"https://cinema.example/movies/{i}" for i in range(200_000)])
        sizes = []
        for _ in range(30):
            self.app.resolve_batch(column)
            self.app.resolve("/movies/1")
            self.app.conform(LOG * 2_000)
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        # Kilobytes: one answer that is not freed takes 20,000.
        self.assertLess(sizes[-1] - sizes[9], 20_000, sizes)

    def test_the_pages_code_finds_the_dead_links_of_ten_million(self):
        count = int(os.environ.get("LINKS", 10_000_000))
        has_spark = "SPARK" in os.environ or importlib.util.find_spec("pyspark")
        blocks_run = 0
        routes = os.path.abspath(ROUTES)
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            campaigns(count).write_parquet("campaigns.parquet")
            os.symlink(routes, "Routes")
            write_logs()
            names = {}
            for block in self.blocks:
                if "pyspark" in block and not has_spark:
                    print("SPARK is not set, so the page's code for it is skipped")
                    continue
                output = io.StringIO()
                with contextlib.redirect_stdout(output):
                    exec(compile(block, "docs/c-library.md", "exec"), names)
                if "logs.parquet" in block:
                    # Only the second session does not conform.
                    self.assertRegex(output.getvalue(), r"b the app shows|b\|conform/values")
                    self.assertNotRegex(output.getvalue(), r"(?m)^[| ]*a\b")
                if "campaigns.parquet" not in block:
                    continue
                blocks_run += 1
                # One row: all dead links, and none that opens.
                self.assertRegex(
                    output.getvalue(), rf"c1\s*[|│┆]\s*not-found\s*[|│┆]\s*{count // 4}\b")
                self.assertEqual(output.getvalue().count("not-found"), 1, output.getvalue())
        self.assertEqual(blocks_run, 3 if has_spark else 2)

    blocks = blocks("python")


if __name__ == "__main__":
    unittest.main()
