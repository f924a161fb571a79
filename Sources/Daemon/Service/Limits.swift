// Limits of the service: sockets, log and metrics.

/// The most connections that the system queues until they are accepted.
public let socketBacklogMax: Int32 = 1_024
/// The most sockets that a supervisor may pass.
public let activatedSocketsMax = 16
/// The most bytes in a line of the log; a longer line is cut.
public let logLineBytesMax = 2_048
/// The most lines of one kind logged in one window; further ones are only counted.
public let logLinesOfKindMax = 10
/// The length of that window.
public let logWindowMilliseconds: UInt64 = 10_000
/// The most kinds of lines counted separately; further kinds are counted together.
public let logKindsMax = 128
/// The interval at which the metrics file is written.
public let metricsEveryMilliseconds: UInt64 = 5_000
/// The shortest time between the end of a reload and the next one that SIGHUP causes.
public let reloadPauseMilliseconds: UInt64 = 1_000
