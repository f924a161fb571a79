// Limits of the console.

/// The most bytes of a line that is read from a pipe or file; a longer one is answered by an error.
public let pipedLineBytesMax = 65_536
/// The most bytes of a line at a terminal; one that outgrows it is dropped as by Ctrl-C.
public let typedLineBytesMax = 1_048_576
/// The most lines that the history keeps.
public let historyLinesMax = 10_000
/// The most bytes of a line that the history keeps: more than any link has.
public let historyLineBytesMax = 16_384
/// The most bytes of lines that the history keeps.
public let historyBytesMax = 8_388_608
/// The most bytes of a history file that is read: what it keeps, and what runs at one time add.
public let historyFileBytesMax = 33_554_432

/// The most candidates that are listed; of more, only their number is told.
let listedCandidatesMax = 500
/// How long the rest of a paste, or of a character, is waited for.
let pausedKeysMillisecondsMax: Int32 = 1_000
