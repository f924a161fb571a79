import Commands
import Console
import DaemonClient
import Diagnostics
import FileAccess
import ProgramSupport
import Service

/// `signalbox attach [SESSION]`.
@MainActor func runAttach(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let path = socketPath(arguments)
  let link = try sessionLink(
    path, arguments.operands.first, subscribes: true, milliseconds: attachAnswerMillisecondsMax)
  defer { link.close() }
  let isStandard = sameBytes(path, ServicePlaces().socketPath)
  let conversation = AttachConversation(
    link, daemon: isStandard ? "signalbox" : path, isJSON: arguments.has(.json))
  let options = ConsoleOptions(
    programName: "signalbox", historyPath: historyPath(arguments),
    banner: banner(link))
  let code = converse(conversation, options: options)
  return ExitStatus(ofConversation: code, hasFailed: conversation.hasFailed)
}

@MainActor private func banner(_ link: SessionConnection) -> String {
  let greeting = link.greeting
  return "signalbox \(escaped(greeting.version)) at \(escaped(link.path)), durability "
    + "\(escaped(greeting.durability)); the session '\(escaped(link.session))' "
    + (link.isNew ? "is new" : "has \(counted(Int(clamping: link.seq), "change"))")
    + ". Ctrl-D leaves; the session stays.\n"
}

/// The socket that `--socket` names, or the default one.
func socketPath(_ arguments: Arguments) -> String {
  arguments.value(of: .socket) ?? ServicePlaces().socketPath
}

/// Connects to a session of a daemon.
/// - Parameter session: Its name; the standard session if `nil`.
@MainActor func sessionLink(
  _ path: String, _ session: String?, subscribes: Bool, milliseconds: Int32
) throws(ExitError) -> SessionConnection {
  do throws(ClientError) {
    return try SessionConnection(
      path: path, session: session ?? standardSession, subscribes: subscribes,
      answerMilliseconds: milliseconds)
  } catch {
    throw .usage([error])
  }
}

/// The session used if none is named.
private let standardSession = "main"
/// The longest wait for an answer at a prompt.
private let attachAnswerMillisecondsMax: Int32 = 10_000
