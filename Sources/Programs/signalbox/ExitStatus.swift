#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the program tells the shell (design §7).
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  /// Done.
  static let done = ExitStatus(rawValue: 0)
  /// The answer is no: an expectation or a check failed, a link did not resolve.
  static let no = ExitStatus(rawValue: 1)
  /// Wrong usage, or input that cannot be read.
  static let usage = ExitStatus(rawValue: 2)
  /// A fault of the program itself.
  static let internalError = ExitStatus(rawValue: 70)

  /// The table that help and the man page print.
  static let table: [(status: ExitStatus, meaning: String)] = [
    (.done, "done"),
    (.no, "the answer is no: an expectation or a check failed, or a link did not resolve"),
    (.usage, "wrong usage, or input that cannot be read"),
    (.internalError, "a fault of signalbox itself"),
  ]
}

extension ExitStatus {
  /// How a conversation at the console ends. At a terminal a person has read every answer; whoever
  /// piped lines in is told whether one of the answers was a no.
  init(ofConversation code: Int32, hasFailed: Bool) {
    let isNo = code == 0 && hasFailed && isatty(STDIN_FILENO) != 1
    self = isNo ? .no : ExitStatus(rawValue: code)
  }
}
