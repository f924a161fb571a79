/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// By itself, with an exit code of 0 to 255.
  case exited(Int32)
  /// By a signal of that number.
  case killed(Int32)

  /// Reads what `waitpid` tells.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }
}
