import DaemonClient
import Diagnostics
import JSONCodec
import ProgramSupport
import Service

/// The socket that `--socket` names, or the default one.
func socketPath(_ arguments: Arguments) -> String {
  arguments.value(of: .socket) ?? ServicePlaces().socketPath
}

/// Connects to a session of a daemon.
/// - Parameters:
///   - session: Its name; the standard session if `nil`.
///   - client: The kind of the client, for its request ids.
@MainActor func sessionLink(
  _ path: String, _ session: String?, client: String, subscribes: Bool, milliseconds: Int32
) throws(ExitError) -> SessionConnection {
  do throws(ClientError) {
    return try SessionConnection(
      path: path, session: session ?? standardSession, client: client, subscribes: subscribes,
      answerMilliseconds: milliseconds)
  } catch {
    throw .usage(error)
  }
}

/// The folder of the daemon's data: `--data`, systemd's folder, or the user's.
func dataFolder(_ arguments: Arguments) throws(ExitError) -> String {
  if let named = arguments.value(of: .data) { return named }
  do { return try ServicePlaces().dataFolder } catch { throw .usage(error) }
}

/// The text of the answer to a line, escaped: another program may pose as the daemon. If the line
/// was sent again after a restart, the daemon has only its outcome, not its text.
func text(ofAnswer answer: JSON, isJSON: Bool, _ paint: Paint = Paint()) -> String {
  if isJSON {
    let json = answer["json"] ?? .null
    return json == [:] || json.isNull ? "" : json.text + "\n"
  }
  let lines = (answer["text"]?.stringValue ?? "").unicodeScalars
    .split(separator: "\n", omittingEmptySubsequences: false)
  let text = lines.map { printable(String($0), paint) }.joined(separator: "\n")
  guard text.utf8.isEmpty, let outcome = answer["json"]?["outcome"]?.stringValue else {
    return text
  }
  return "\(escaped(outcome)), before the connection was lost\n"
}

/// A text from a daemon, with everything escaped that is not printable, except colours if wanted.
func printable(_ text: String, _ paint: Paint) -> String {
  paint.isColored ? escapedButPainted(text) : escaped(text)
}

/// The session used if none is named.
private let standardSession = "main"
