/// What callbacks of libuv do. They come on the thread that runs the loop, which is the main
/// actor's; that is asked in debug builds alone, because asking takes longer than most of what is
/// done in a callback.
public nonisolated struct LoopBody<Argument>: Sendable {
  @usableFromInline let body: @Sendable (Argument) -> Void

  /// Does what is given.
  public init(_ body: @escaping @MainActor @Sendable (Argument) -> Void) {
    // As `MainActor.assumeIsolated` does it when it has asked.
    self.body = unsafeBitCast(body, to: (@Sendable (Argument) -> Void).self)
  }

  /// Does it; to be called in callbacks of libuv alone.
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
