/// How long scripts may run where others wait for them.
package struct ScriptTime {
  /// The bound, for messages.
  let milliseconds: Int
  /// Whether it is over.
  let isOver: @MainActor () -> Bool

  /// A bound, and who knows when it is met.
  package init(milliseconds: Int, isOver: @escaping @MainActor () -> Bool) {
    (self.milliseconds, self.isOver) = (milliseconds, isOver)
  }
}
