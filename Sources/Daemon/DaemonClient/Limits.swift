// Limits of a daemon's client.

/// The most bytes of a line that a daemon may send: an answer with a whole script in it, at most.
public let answerBytesMax = 67_108_864
/// The most bytes of a line that is sent; the greeting may say less.
public let callBytesMax = 1_048_576
/// How long a connection and its greeting are waited for.
public let connectMillisecondsMax: Int32 = 5_000
/// How long an answer is waited for.
public let answerMillisecondsMax: Int32 = 30_000
/// The most notifications that wait to be taken; of more, the oldest are dropped and counted.
public let noticesMax = 10_000
/// The version of the protocol that this client speaks.
public let protocolVersion: Int64 = 1
/// How long one tries to reach a daemon again while somebody waits for an answer.
public let reconnectMillisecondsMax: UInt64 = 3_000
/// The first pause between two tries to reach a daemon; each is twice the one before.
public let reconnectPauseMillisecondsMin: UInt64 = 50
/// The longest pause between two tries.
public let reconnectPauseMillisecondsMax: UInt64 = 5_000
