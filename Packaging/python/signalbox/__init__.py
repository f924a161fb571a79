"""What links open in an app, by libsignalbox.

    >>> import signalbox
    >>> app = signalbox.App("Routes")
    >>> app.resolve("cinema://movies/42")["screen"]
    'MovieDetail'

Columns of links, of pyarrow, Polars, pandas or anything else with the Arrow PyCapsule interface, are
resolved by `App.resolve_batch`, without a copy of the links and without the GIL. `App.conform` checks
columns of lines of logs.
"""

from __future__ import annotations

import ctypes
import datetime
import json
import numbers
import os
import uuid
from collections.abc import Iterable
from typing import Any, Optional, Union

from . import _arrow

__all__ = ["App", "SignalboxError", "__version__"]


_Path = Union[str, "os.PathLike[str]"]
_Value = Union[str, int, float, bool, datetime.date, uuid.UUID, None]


class _Text(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class _PlatformFiles(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_char_p)
        for name in (
            "aasa", "app_id", "entitlements", "info_plist", "manifest", "assetlinks", "package_name")
    ]


def _declared(name, result, *arguments):
    function = getattr(_library, name)
    function.restype = result
    function.argtypes = arguments
    return function


_library = ctypes.CDLL(os.path.join(os.path.dirname(__file__), "libsignalbox.so.0"))
_TEXT = ctypes.POINTER(_Text)
_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_APP = ctypes.c_void_p
_BYTES = (ctypes.c_char_p, ctypes.c_size_t)
_text_free = _declared("signalbox_text_free", None, _TEXT)
_load = _declared("signalbox_load", _APP, _TEXTS, ctypes.c_size_t, _TEXT)
_read = _declared("signalbox_read", _APP, ctypes.c_char_p, *_BYTES, _TEXT)
_with_platforms = _declared(
    "signalbox_with_platforms", _APP, _APP, ctypes.POINTER(_PlatformFiles), _TEXT)
_with_log_map = _declared("signalbox_with_log_map", _APP, _APP, ctypes.c_char_p, _TEXT)
_free = _declared("signalbox_free", None, _APP)
_resolve = _declared("signalbox_resolve", ctypes.c_bool, _APP, *_BYTES, _TEXT)
_why = _declared("signalbox_why", ctypes.c_bool, _APP, *_BYTES, _TEXT)
_check = _declared("signalbox_check", ctypes.c_size_t, _APP, ctypes.c_bool, _TEXT)
_link = _declared(
    "signalbox_link", ctypes.c_bool, _APP, ctypes.c_char_p, _TEXTS, _TEXTS, ctypes.c_size_t, _TEXT)
_resolve_batch, _conform_batch = (
    _declared(name, ctypes.c_bool, _APP, *[ctypes.c_void_p] * 4, _TEXT)
    for name in ("signalbox_resolve_batch", "signalbox_conform_batch"))

#: The version of the library.
__version__ = _declared("signalbox_version", ctypes.c_char_p)().decode()


class SignalboxError(Exception):
    """What is wrong with files, with the values of a link, or with a column of links or lines.

    `findings` holds a dictionary for each fault, with the keys of `check --json`: `code`, `severity`,
    `message`, and if known `advice`, `file`, `line` and `column`.
    """

    def __init__(self, findings: list[dict[str, Any]]) -> None:
        self.findings = findings
        super().__init__("\n".join(map(_shown, findings)))

    @property
    def code(self) -> str:
        """The code of the first fault, such as `pattern/regex`."""
        return self.findings[0]["code"]

    def __reduce__(self) -> Any:
        return type(self), (self.findings,)

    @property
    def advice(self) -> Optional[str]:
        """What to do about the first fault; `None` if there is no advice."""
        return self.findings[0].get("advice")


class App:
    """The routes, screens, coordinators and gates of an app. It never changes; threads can share it."""

    #: What is wrong with the files of `with_platforms`, as findings of `check --json`.
    platform_findings: list[dict[str, Any]] = []
    #: What makes the same app again, in another process.
    _arguments: tuple[Any, tuple[Any, ...]]

    def __init__(self, *paths: Union[str, os.PathLike[str]]) -> None:
        """Loads route files, and folders of them, as `signalbox --routes` does.

        Raises `SignalboxError` with the errors of all files.
        """
        self._arguments = (type(self), paths)
        names = _strings(paths)
        self._take(lambda errors: _load(names, len(paths), errors))

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "routes.yaml") -> App:
        """Reads one route file, in YAML or JSON, from its bytes. `name` is that of the file in errors."""
        app = cls.__new__(cls)
        data = _bytes(data)
        app._arguments = (cls.from_bytes, (data, name))
        app._take(lambda errors: _read(*_strings([name]), data, len(data), errors))
        return app

    def with_platforms(
        self, *, aasa: Optional[_Path] = None, app_id: Optional[str] = None,
        entitlements: Optional[_Path] = None, info_plist: Optional[_Path] = None,
        manifest: Optional[_Path] = None, assetlinks: Optional[_Path] = None,
        package_name: Optional[str] = None,
    ) -> App:
        """The same app with what files claim, so that answers have `ios` and `android`.

        The files: the website's apple-app-site-association and assetlinks.json, the iOS app's
        entitlements and Info.plist, and AndroidManifest.xml. They replace those given before. Raises
        `SignalboxError` if one of them cannot be used; `platform_findings` has what else is wrong with
        them.
        """
        given = {name: value for name, value in locals().items()
                 if name != "self" and value is not None}
        files = _PlatformFiles(**dict(zip(given, _strings(given.values()))))
        app = self._copy(_with_files, self, given)
        app.platform_findings = app._take(
            lambda findings: _with_platforms(self._app, files, findings))
        return app

    def with_log_map(self, path: _Path) -> App:
        """The same app with how its logs are written, a mapping file as of `conform --map`.

        Raises `SignalboxError` with the errors of the file.
        """
        app = self._copy(_with_log_map_file, self, path)
        app.platform_findings = self.platform_findings
        app._take(lambda errors: _with_log_map(self._app, *_strings([path]), errors))
        return app

    def _copy(self, make, *arguments):
        app = type(self).__new__(type(self))
        app._arguments = (make, arguments)
        return app

    def __reduce__(self) -> Any:
        # Another process, as of Spark, loads the files again.
        return self._arguments

    def _take(self, load):
        errors = _Text()
        app = load(errors)
        findings = _taken(errors)
        if not app:
            raise SignalboxError(findings)
        self.__del__()
        self._app = app
        return findings

    def __del__(self):
        if getattr(self, "_app", None):
            _free(self._app)

    def resolve(self, link: Union[str, bytes]) -> dict[str, Any]:
        """What a link opens, or why it opens nothing: the object of `resolve --json`.

        `link` is text or bytes. The result has `error` if the link opens nothing, and after
        `with_platforms` what `ios` and `android` open, as of `resolve_batch`.
        """
        return self._asked(_resolve, link)

    def why(self, link: Union[str, bytes]) -> dict[str, Any]:
        """The same, with the routes that nearly match or give way in `misses`."""
        return self._asked(_why, link)

    def check(self, notes: bool = False) -> list[dict[str, Any]]:
        """Everything that is wrong with the app, a list of findings as of `check --json`.

        `notes`: also what needs no action if it is intended.
        """
        findings = _Text()
        _check(self._app, notes, findings)
        return _taken(findings)

    def link(self, route: str, /, **values: _Value) -> dict[str, Any]:
        """The path of the route with this name, and its links: `{"path": …, "links": […]}`.

        `None` is for no value. Raises `SignalboxError` if there is no such route, or if a value does
        not fit, and `TypeError` if it is of another type than those of the signature.
        """
        answer = _Text()
        texts = {name: _value_text(name, value) for name, value in values.items()
                 if value is not None}
        is_built = _link(
            self._app, *_strings([route]), _strings(texts), _strings(texts.values()), len(texts),
            answer)
        found = _taken(answer)
        if not is_built:
            raise SignalboxError([found])
        return found

    def resolve_batch(self, links: Iterable[Optional[str]]) -> Any:
        """What each link of a column opens.

        `links` is a column of texts: of pyarrow, Polars or pandas, or a list. The result is a column of
        structs, of Polars for Polars and otherwise of pyarrow, with the fields `route`, `screen`,
        `values` (a map), `error`, which is null if the link opens something, and `ios` and `android`,
        which are null without `with_platforms`.

        Raises `SignalboxError` if it is no column of texts.
        """
        return self._batch(_resolve_batch, links, "links")

    def conform(self, lines: Iterable[Optional[str]]) -> Any:
        """Whether the app explains the sessions of a log, as `signalbox conform` checks it.

        `lines` is a column of texts as of `resolve_batch`, one JSON object each. The lines of a session
        are in the order of time; lines of several sessions may alternate. The result is a column of
        structs, one for each session, with the fields `session`, `conforms` (`None` if the search ended
        at a limit), `lines`, `explained` (how many of them, from the first on), and for a session that
        is not known to conform `line` (the row of its first line that nothing explains, from 1),
        `event`, `code`, `message` and `advice`.

        Raises `SignalboxError` if a line cannot be read.
        """
        return self._batch(_conform_batch, lines, "lines", _arrow.whole)

    def _batch(self, function, texts, noun, prepared=lambda texts: texts):
        def batch(*structs):
            error = _Text()
            if not function(self._app, *structs, error):
                found = _taken(error)
                raise SignalboxError(found if isinstance(found, list) else [found])

        try:
            return _arrow.answered(batch, prepared(texts))
        except (TypeError, ValueError) as error:
            message = f"the column of {noun} cannot be read: {error}"
            finding = {"code": "library/column", "severity": "error", "message": message}
            raise SignalboxError([finding]) from error

    def _asked(self, question, link):
        link = _bytes(link)
        answer = _Text()
        question(self._app, link, len(link), answer)
        return _taken(answer)


def _bytes(value):
    """The bytes of a text, or of bytes."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise TypeError(f"neither text nor bytes: {value!r}")


def _strings(values):
    """An array of strings of C."""
    texts = [os.fsencode(value) for value in values]
    if any(b"\0" in text for text in texts):
        raise ValueError("a path, a name or a value contains a zero byte")
    return (ctypes.c_char_p * len(texts))(*texts)


def _value_text(name, value):
    """The text of a value in a link."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, float):
        return repr(float(value))
    is_time = isinstance(value, datetime.datetime)
    if isinstance(value, (datetime.date, uuid.UUID)) and not is_time:
        return str(value)
    raise TypeError(
        f"the value of {name!r} is a {type(value).__name__}; "
        "a link takes str, int, float, bool, datetime.date, uuid.UUID and None")


def _with_files(app, files):
    return app.with_platforms(**files)


def _with_log_map_file(app, path):
    return app.with_log_map(path)


def _taken(text):
    """The JSON of a text, which is freed; `None` if it is empty."""
    if not text.bytes:
        return None
    try:
        return json.loads(ctypes.string_at(text.bytes, text.count))
    finally:
        _text_free(text)


def _shown(finding):
    place = ""
    if "file" in finding:
        place = f"{finding['file']}:{finding['line']}:{finding['column']}: "
    advice = f" {finding['advice']}" if "advice" in finding else ""
    return f"{place}{finding['severity']}[{finding['code']}]: {finding['message']}.{advice}"
