// Limits of what a long-running process owes its system.

/// Connections that the system keeps waiting until they are taken.
public let socketBacklogMax: Int32 = 1_024
/// The most sockets that are taken over at the start.
public let activatedSocketsMax = 16
/// The most bytes of a line of the log; a longer text is cut.
public let logLineBytesMax = 2_048
/// How many lines of one kind are logged in one window; more are counted.
public let logLinesOfKindMax = 10
/// How long a window lasts.
public let logWindowMilliseconds: UInt64 = 10_000
/// How many kinds of lines are counted apart; further kinds are counted together.
public let logKindsMax = 128
/// How often the file of metrics is written.
public let metricsEveryMilliseconds: UInt64 = 5_000
