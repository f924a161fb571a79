/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// By itself, with an exit code of 0 to 255.
  case exited(Int32)
  /// By a signal of that number.
  case killed(Int32)
}
