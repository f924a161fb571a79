import Commands
import DaemonClient
import Diagnostics
import JSONCodec
import ProgramSupport

/// The first operand of `signalbox sessions`.
enum SessionsTask: String, CaseIterable {
  case list
  case close
  case export
}

/// `signalbox sessions [list|close NAME…|export NAME…]`: the sessions of a daemon.
@MainActor func runSessions(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let task: SessionsTask = arguments.operands.isEmpty ? .list : try arguments.task()
  let names = arguments.operands.dropFirst()
  guard (task == .list) == names.isEmpty else {
    throw .usage([
      names.first.map { Diagnostic.extraOperand($0, arguments.subcommand) }
        ?? Diagnostic.missingOperand(arguments.subcommand)
    ])
  }
  let daemon: Connection
  do { daemon = try Connection(path: socketPath(arguments)) } catch { throw .usage(error) }
  let isJSON = arguments.has(.json)
  guard task != .list else {
    try list(daemon, isJSON: isJSON, streams)
    return .done
  }
  var refused: [Diagnostic] = []
  for name in names {
    let method = task == .close ? "session.close" : "save"
    let answer: JSON
    do throws(ExitError) {
      answer = try call(daemon, method, ["session": .string(name)])
    } catch {
      guard error.status == .negative else { throw error }
      refused += error.findings
      continue
    }
    let script = answer["script"]?.stringValue
    try streams.write(isJSON ? answer.text + "\n" : script ?? "closed '\(escaped(name))'\n")
  }
  guard refused.isEmpty else { throw ExitError(status: .negative, findings: refused) }
  return .done
}

/// Writes a line for each session: its name and the number of its changes.
@MainActor private func list(
  _ daemon: Connection, isJSON: Bool, _ streams: Streams
) throws(ExitError) {
  var after: String?
  repeat {
    let answer = try call(
      daemon, "session.list", .object(after.map { [.init("after", .string($0))] } ?? []))
    let sessions = answer["sessions"]?.arrayValue ?? []
    for session in sessions {
      let name = session["session"]?.stringValue ?? ""
      let changes = counted(Int(clamping: session["seq"]?.intValue ?? 0), "change")
      try streams.write(isJSON ? session.text + "\n" : "\(escaped(name)): \(changes)\n")
    }
    if after == nil, sessions.isEmpty, !isJSON { try streams.write("no sessions\n") }
    after = sessions.last?["session"]?.stringValue
    guard answer["more"]?.boolValue ?? false else { return }
  } while after != nil
}

/// Calls a method. The exit code is 1 if the daemon refuses the call, as for an unknown session.
@MainActor private func call(
  _ daemon: Connection, _ method: String, _ params: JSON
) throws(ExitError) -> JSON {
  do throws(ClientError) {
    return try daemon.call(method, params)
  } catch {
    if case .refused = error { throw ExitError(status: .negative, findings: [error.diagnostic]) }
    throw .usage(error)
  }
}
