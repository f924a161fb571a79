/// What connections need from the daemon.
protocol ConnectionHandler: AnyObject {
  /// The first line of every connection.
  var greeting: [UInt8] { get }

  /// The last line of a connection that is closed for this reason.
  func goodbye(_ reason: DaemonError) -> [UInt8]

  /// Executes lines and sends their answers.
  func answer(_ bytes: UnsafeBufferPointer<UInt8>, of client: Client)

  /// Gives a client's suspended call its next turn.
  func continueCall(of client: Client)

  /// Ends a client's suspended call; nothing is changed.
  func abandonCall(of client: Client)

  /// Sends more of the changes that a client has missed.
  func continueReplay(_ client: Client)

  /// A connection was closed.
  func closed(_ client: Client)
}
