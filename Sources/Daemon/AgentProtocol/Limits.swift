/// The longest message from a client, in bytes; a daemon accepts as much.
public let messageBytesMax = 1_048_576
/// The longest text of a tool's result, in bytes.
public let resultBytesMax = 262_144
/// How long `explore` can search, in seconds.
public let exploreSecondsMax = 60
/// How long `explore` searches by default, in seconds.
public let exploreSecondsStandard = 10
/// The most findings that `check` and `explore` list.
public let findingsMax = 100
/// How long clients can keep the list of tools, in milliseconds.
let toolsMillisecondsMax = 3_600_000
