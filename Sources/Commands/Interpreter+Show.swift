import Diagnostics
import JSONCodec
import Navigation

extension Interpreter {
  /// The visible screen: title, place, result, taps. In a terminal a box as wide as it needs to be.
  func show() -> Response {
    guard let entry = state.visibleEntry(in: definition), let screen = definition.screen(of: entry)
    else {
      return Response(lines: ["no screen is shown"], json: ["screen": .null, "seq": sequence])
    }
    let title = definition.title(of: entry)
    let taps = screen.taps.map { [$0.name, definition.text(of: $0, on: entry)] }
    var lines = [
      escaped(
        "\(visiblePath) · \(definition.text(of: entry))" + (entry.isDirty ? " · unsaved" : ""))
    ]
    if let result = entry.result { lines.append(escaped("result: \(valueText(result))")) }
    if !taps.isEmpty { lines += [""] + columns(taps).map { "  \($0)" } }
    let json: JSON = [
      "screen": .string(screen.name), "values": definition.valuesJSON(of: entry),
      "title": .string(title), "coordinator": .string(visiblePath), "dirty": .bool(entry.isDirty),
      "result": .optional(entry.result),
      "taps": .array(taps.map { ["name": .string($0[0]), "does": .string($0[1])] }),
      "seq": sequence,
    ]
    guard let columns = display.columns else {
      return Response(lines: [escaped(title)] + lines, json: json)
    }
    return Response(lines: box(title: escaped(title), lines, columns: columns), json: json)
  }

  /// The names from the root to what is visible: the coordinator of the topmost layer at the end.
  private var visiblePath: String {
    guard let layer = state.layers.last else {
      return definition[state.visibleBase(in: definition)].path
    }
    return "\(definition[layer.coordinator].path) (\(layer.kind.rawValue))"
  }

  private func box(title: String, _ lines: [String], columns: Int) -> [String] {
    let widest = max(terminalWidth(title) + 3, lines.map { terminalWidth($0) + 1 }.max() ?? 0)
    let limit = max(Limits.boxColumnsMin, min(columns, Limits.boxColumnsMax))
    let inside = min(max(widest + 1, Limits.boxColumnsMin - 2), limit - 2)
    let head = clipped(title, columns: inside - 3)
    let rule = String(repeating: "─", count: max(0, inside - 3 - terminalWidth(head)))
    let body = lines.map { line in
      let text = clipped(line, columns: inside - 2)
      return "│ \(text)\(String(repeating: " ", count: max(0, inside - 1 - terminalWidth(text))))│"
    }
    return ["┌─ \(head) \(rule)┐"] + body + ["└\(String(repeating: "─", count: inside))┘"]
  }
}
