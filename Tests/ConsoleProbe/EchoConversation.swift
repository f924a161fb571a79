import CLibrary
import Console

/// Repeats every line; the other end of the console's tests.
@MainActor
final class EchoConversation: Conversation {
  private var count = 0

  private var notify: (@Sendable () -> Void)?
  private var newsLeft = 0
  private var isSecondLook = false

  var prompt: String { "probe/\(count)> " }

  func answer(to line: String, showing part: (String) -> Bool) -> Answer {
    count += 1
    let words = line.split(separator: " ")
    switch words.first {
    case "later":
      let notify = notify
      Task.detached {
        try? await Task.sleep(for: .milliseconds(300))
        notify?()
      }
      newsLeft = 1
      return Answer(text: "")
    case "now":
      newsLeft = 2
      return Answer(text: "answer\n")
    case "work":
      // Bounded, so that a test in which Ctrl-C has no effect ends.
      for round in 0..<2_000 {
        guard part(round == 0 ? "working\n" : "") else { return Answer(text: "stopped\n") }
        usleep(10_000)
      }
      return Answer(text: "done\n")
    case "page":
      let count = words.dropFirst().first.flatMap { Int($0) } ?? 0
      return Answer(text: (0..<count).map { "line \($0)\n" }.joined(), isPaged: true)
    case "quit": return Answer(text: "", isOver: true)
    case "size": return Answer(text: "\(line.utf8.count) bytes\n")
    case "many": return Answer(text: String(repeating: "filler\n", count: 100_000))
    default: return Answer(text: "[\(line)]\n")
    }
  }

  func continued(_ line: String) -> String? {
    line.hasSuffix("+") ? String(line.dropLast()) : nil
  }

  func completions(of line: String, cursorByte: Int, ignoresCase: Bool) -> [String] {
    let word = line.utf8.prefix(cursorByte).split(separator: UInt8(ascii: " ")).last ?? []
    if word.starts(with: "n".utf8) { return (0..<2_000).map { "n\($0)" } }
    return ["open", "options", "overview", "link", "movies/", "id=", "cinema://a:b?x=1&y"]
  }

  /// What is to come `later` is not there yet when the answer is given.
  func news() -> [String] {
    if newsLeft == 1, !isSecondLook {
      isSecondLook = true
      return []
    }
    defer { (newsLeft, isSecondLook) = (0, false) }
    return newsLeft == 0 ? [] : (1...newsLeft).map { "news \($0)\u{1B}" }
  }

  func onNews(_ notify: (@Sendable () -> Void)?) { self.notify = notify }

  func noticed(change paths: [String]) -> String? {
    if paths.contains(where: { $0.hasSuffix("/stop") }) { kill(getpid(), SIGSTOP) }
    let names = paths.map { $0.split(separator: "/").last ?? "" }.filter { $0 != "quiet" }
    return names.isEmpty ? nil : "changed: \(names.joined(separator: ", "))"
  }
}

/// Arguments: the history file or `-`, then watched paths.
@MainActor
func runProbe(_ arguments: [String]) {
  var options = ConsoleOptions(programName: "probe", banner: "probe ready\n")
  if arguments.count > 1, arguments[1] != "-" { options.historyPath = arguments[1] }
  options.pager = getenv("PAGER").map { String(cString: $0) }
  options.watchedPaths = Array(arguments.dropFirst(2))
  exit(converse(EchoConversation(), options: options))
}
