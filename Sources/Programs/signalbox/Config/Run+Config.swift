import RouteFiles
import Diagnostics
import JSONCodec
import ProgramSupport

/// `signalbox config`: the settings that hold without options, and what decides each.
@MainActor func runConfig(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  func row<Value>(
    _ name: String, _ setting: Setting<Value>, _ value: (Value) -> JSON
  ) -> (name: String, value: JSON, origin: String) {
    (name, value(setting.value), setting.origin.text)
  }
  let routes = (try? arguments.routes()) ?? Setting(value: [], origin: .standard)
  let rows = [
    row("routes", routes, JSON.texts), row("scripts", arguments.scripts, JSON.texts),
    row("strict", arguments.isStrict) { .bool($0) },
    row("color", arguments.color) { .string($0.rawValue) },
    row("history", arguments.history, JSON.optional),
  ]
  if arguments.has(.json) {
    for row in rows {
      let json: JSON = [
        "setting": .string(row.name), "value": row.value, "from": .string(row.origin),
      ]
      try streams.write(json.text + "\n")
    }
    return .done
  }
  let texts = rows.map { (name: $0.name, value: text($0.value), origin: $0.origin) }
  let width = texts.map { $0.value.utf8.count }.max() ?? 0
  for row in texts {
    let name = row.name + String(repeating: " ", count: 9 - row.name.utf8.count)
    let padding = String(repeating: " ", count: width - row.value.utf8.count + 2)
    try streams.write("\(name)\(row.value)\(padding)\(escaped(row.origin))\n")
  }
  return .done
}

/// A value as `config` shows it; `-` if there is none.
private func text(_ value: JSON) -> String {
  switch value {
  case .string(let text): escaped(text)
  case .array(let items): items.isEmpty ? "-" : items.map(text).joined(separator: ", ")
  case .null: "-"
  default: value.text
  }
}
