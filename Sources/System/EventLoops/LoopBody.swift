/// The body of a libuv callback. libuv calls back on the thread that runs the loop, which is the
/// main actor's. Only debug builds check this, because the check costs more than most callbacks do.
public nonisolated struct LoopBody<Argument>: Sendable {
  @usableFromInline let body: @Sendable (Argument) -> Void

  /// Wraps a closure.
  public init(_ body: @escaping @MainActor @Sendable (Argument) -> Void) {
    // The same cast as in `MainActor.assumeIsolated`, without its check.
    self.body = unsafeBitCast(body, to: (@Sendable (Argument) -> Void).self)
  }

  /// Calls the closure. Must only be called in libuv callbacks.
  @inlinable
  public func call(_ argument: Argument) {
    assert(isOnMainActor(), "libuv called on a thread that does not run the loop")
    body(argument)
  }
}

@usableFromInline
nonisolated func isOnMainActor() -> Bool {
  MainActor.assertIsolated()
  return true
}
