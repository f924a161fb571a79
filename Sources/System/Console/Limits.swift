// Limits of the console.

/// The maximum bytes of a line from a pipe or file; longer lines are answered with an error.
public let pipedLineBytesMax = 65_536
/// The maximum bytes of a line typed at a terminal; longer lines are dropped as by Ctrl-C.
public let typedLineBytesMax = 1_048_576
/// The maximum number of lines in the history.
public let historyLinesMax = 10_000
/// The maximum bytes of a line in the history: longer than any link.
public let historyLineBytesMax = 16_384
/// The maximum total bytes of the lines in the history.
public let historyBytesMax = 8_388_608
/// The maximum bytes of a history file: its limit plus what concurrent runs may append.
public let historyFileBytesMax = 33_554_432

/// The maximum number of listed candidates; of more, only the count is shown.
let listedCandidatesMax = 500
/// How long to wait for the rest of a paste or a character.
let pausedKeysMillisecondsMax: Int32 = 1_000
