/// What is on disk, and what must wait for it.
extension Daemon {
  /// All records up to this number are durable.
  var durableRecord: Int64 { 0 }

  /// The word for how records are kept.
  var durabilityWord: String { "none" }

  /// Why nothing may change; `nil` if it may.
  var readOnlyReason: String? { nil }

  /// Refuses what would change something while it must not.
  func checkWritable() throws(DaemonError) {
    if let readOnlyReason { throw .readOnly(readOnlyReason) }
  }

  func forget(_ subscription: Subscription) {}

  func continueReplay(_ client: Client) {}

  func describe(into output: inout [UInt8]) { output += "{}".utf8 }
}
