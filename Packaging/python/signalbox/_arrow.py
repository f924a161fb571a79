"""Columns in the Arrow PyCapsule interface, for `App.resolve_batch` and `App.conform`."""

import ctypes

# The structs of the Arrow C data and stream interfaces; of a schema and an array only the size and the
# place of `release` matter here.
_SCHEMA_BYTES, _SCHEMA_RELEASE = 72, 56
_ARRAY_BYTES, _ARRAY_RELEASE = 80, 64


class _Stream(ctypes.Structure):
    _fields_ = [
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


# A capsule keeps the address of its name.
_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class _Struct:
    """A schema or an array of the C data interface, which is released unless somebody has moved it."""

    def __init__(self, size, release):
        self._memory = ctypes.create_string_buffer(size)
        self._release = release

    @property
    def address(self):
        return ctypes.addressof(self._memory)

    @property
    def _function(self):
        return ctypes.c_void_p.from_buffer(self._memory, self._release)

    def clear(self):
        """Forgets what a failed call has left."""
        ctypes.memset(self.address, 0, len(self._memory))

    def is_released(self):
        return not self._function.value

    def __del__(self):
        if not self.is_released():
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self._function.value)(self.address)


def _schema():
    return _Struct(_SCHEMA_BYTES, _SCHEMA_RELEASE)


def _array():
    return _Struct(_ARRAY_BYTES, _ARRAY_RELEASE)


class _Answers:
    """A column that others import."""

    def __init__(self):
        self.type = _schema()
        self.column = _array()

    def __arrow_c_array__(self, requested_schema=None):
        # Who imports a capsule moves the struct out of it, and keeps this object until then.
        return (
            _capsule(self.type.address, _SCHEMA, None),
            _capsule(self.column.address, _ARRAY, None),
        )


def whole(texts):
    """The column in one part, since what belongs together can be in several."""
    owner = type(texts).__module__.partition(".")[0]
    if owner == "polars":
        return texts.rechunk()
    import pyarrow

    if not isinstance(texts, (pyarrow.Array, pyarrow.ChunkedArray)):
        texts = _column(texts, owner, pyarrow.large_binary())
    if isinstance(texts, pyarrow.Array):
        return texts
    if texts.num_chunks == 0:
        return pyarrow.array([], texts.type)
    # Together they can have more bytes than offsets of 32 bits reach.
    wide = {pyarrow.string(): pyarrow.large_string(), pyarrow.binary(): pyarrow.large_binary()}
    if texts.num_chunks > 1:
        texts = texts.cast(wide.get(texts.type, texts.type))
    return pyarrow.concat_arrays(texts.chunks)


def answered(batch, links):
    """The answers for a column, as the library of the column has it."""
    owner = type(links).__module__.partition(".")[0]
    if owner == "polars":
        import polars

        if links.dtype == polars.Null:
            links = links.cast(polars.String)
        if links.is_empty():
            return answered(batch, polars.Series(links.name, [None], dtype=links.dtype))[:0]
        parts = [polars.Series(part) for part in _parts(batch, links)]
        return polars.concat(parts).alias(links.name)
    import pyarrow

    if not isinstance(links, (pyarrow.Array, pyarrow.ChunkedArray)):
        links = _column(links, owner, pyarrow.string())
    if isinstance(links, pyarrow.ChunkedArray):
        chunks = links.chunks or [pyarrow.array([], links.type)]
        return pyarrow.chunked_array([answered(batch, chunk) for chunk in chunks])
    return pyarrow.array(next(_parts(batch, links)))


def _column(texts, owner, kind):
    """A column of pyarrow, of texts of this type unless they have one."""
    import pyarrow

    if isinstance(texts, (str, bytes)):
        raise TypeError("it is one text, not a column of texts")
    if hasattr(texts, "__arrow_c_array__"):
        return pyarrow.array(texts)
    if hasattr(texts, "__arrow_c_stream__") and owner != "pandas":
        return pyarrow.chunked_array(texts)
    return pyarrow.array(texts, kind, from_pandas=owner == "pandas")


def _parts(batch, links):
    for links_type, column in _imported(links):
        answers = _Answers()
        batch(links_type, column, answers.type.address, answers.column.address)
        yield answers


def _imported(links):
    """The type and the array of each part of a column, which the caller moves."""
    if hasattr(links, "__arrow_c_array__"):
        links_type, column = links.__arrow_c_array__()
        yield _pointer(links_type, _SCHEMA), _pointer(column, _ARRAY)
        return
    capsule = links.__arrow_c_stream__()
    stream = _Stream.from_address(_pointer(capsule, _STREAM))
    while True:
        links_type, column = _schema(), _array()
        for call, struct in ((stream.get_schema, links_type), (stream.get_next, column)):
            if call(ctypes.addressof(stream), struct.address) != 0:
                struct.clear()
                reason = stream.get_last_error(ctypes.addressof(stream)) or b""
                raise ValueError(reason.decode(errors="replace"))
        if column.is_released():
            return
        yield links_type.address, column.address
