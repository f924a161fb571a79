// Limits of a client of the daemon.

/// The longest line that a daemon can send, in bytes: an answer with a whole script in it.
public let answerBytesMax = 67_108_864
/// The longest line that is sent, in bytes; the greeting can lower it.
public let callBytesMax = 1_048_576
/// How long to wait for a connection and its greeting.
public let connectMillisecondsMax: Int32 = 5_000
/// How long to wait for an answer.
public let answerMillisecondsMax: Int32 = 30_000
/// The most notifications that are queued; beyond it the oldest are dropped and counted.
public let noticesMax = 10_000
/// The version of the protocol that this client speaks.
public let protocolVersion: Int64 = 1
/// How long to try to reconnect while the caller waits for an answer.
public let reconnectMillisecondsMax: UInt64 = 3_000
/// The first pause between two attempts to reconnect; it doubles each time.
public let reconnectPauseMillisecondsMin: UInt64 = 50
/// The longest pause between two attempts to reconnect.
public let reconnectPauseMillisecondsMax: UInt64 = 5_000
