/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// It exited with a code from 0 to 255.
  case exited(Int32)
  /// It was killed by a signal.
  case killed(Int32)

  /// Decodes a status from `waitpid`.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }
}
