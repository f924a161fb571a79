import CLibrary
import ProgramSupport

extension ExitStatus {
  /// The exit code of a session at the console: `no` if a line failed, unless input is a terminal,
  /// where the user has seen the answer.
  init(ofConversation code: Int32, hasFailed: Bool) {
    let isNo = code == 0 && hasFailed && isatty(STDIN_FILENO) != 1
    self = isNo ? .no : ExitStatus(rawValue: code)
  }
}
