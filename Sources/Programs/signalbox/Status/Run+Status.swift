import DaemonClient
import Diagnostics
import JSONCodec
import ProgramSupport

/// `signalbox status`.
@MainActor func runStatus(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let path = socketPath(arguments)
  let status: JSON
  do throws(ClientError) {
    status = try Connection(path: path).call("status", [:])
  } catch {
    throw .usage(error)
  }
  try streams.write(arguments.has(.json) ? status.text + "\n" : text(of: status, path))
  return .done
}

/// One line per member, nested members indented. Members that only a newer daemon has are shown
/// too.
private func text(of status: JSON, _ path: String) -> String {
  "daemon at \(escaped(path))\n" + lines(status.objectValue ?? [], indent: "  ")
}

private func lines(_ members: [JSON.Member], indent: String) -> String {
  members.map { member in
    let start = "\(indent)\(escaped(words(member.key))):"
    if case .object(let inner) = member.value, !inner.isEmpty {
      return start + "\n" + lines(inner, indent: indent + "  ")
    }
    return "\(start) \(shown(member))\n"
  }.joined()
}

private func shown(_ member: JSON.Member) -> String {
  switch member.value {
  case .null, .object: "none"
  case .bool(let value): value ? "yes" : "no"
  case .string(let text): escaped(text)
  case .int(let value) where sameBytes(member.key, "uptimeMilliseconds"):
    duration(milliseconds: value)
  default: member.value.text
  }
}

/// A key as words: `processId` as `process id`.
private func words(_ key: String) -> String {
  if sameBytes(key, "uptimeMilliseconds") { return "uptime" }
  var text = ""
  for scalar in key.unicodeScalars {
    if ("A"..."Z").contains(scalar) {
      text += " " + String(scalar).lowercased()
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}

private func duration(milliseconds: Int64) -> String {
  let seconds = max(0, milliseconds / 1_000)
  if seconds < 60 { return "\(seconds) s" }
  if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
  return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
}
