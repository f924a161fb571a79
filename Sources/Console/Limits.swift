// Limits of the console.

/// The most bytes of a line that is read from a pipe or file; a longer one is answered by an error.
public let pipedLineBytesMax = 65_536
/// The most bytes of a line at a terminal; one that outgrows it is dropped as by Ctrl-C.
public let typedLineBytesMax = 1_048_576
/// The most lines that the history keeps.
public let historyLinesMax = 10_000
/// The most bytes of a line that the history keeps: more than any link has.
public let historyLineBytesMax = 16_384
/// The most bytes of a history file that is read.
public let historyFileBytesMax = 16_777_216

/// The most candidates that are listed; of more, only their number is told.
let listedCandidatesMax = 500
/// The most changed files that are told at once; of a larger change the rest goes untold.
let changedPathsMax = 1_000
/// How long changes are gathered before they are told, since an editor makes several for one save.
let changeGatheringMilliseconds: UInt64 = 100
/// How often a file or folder that vanished is looked for.
let watchRetryMilliseconds: UInt64 = 1_000
/// How long the rest of a paste, or of a character, is waited for.
let pausedKeysMillisecondsMax: Int32 = 1_000
