import Diagnostics
import JSONCodec
import Navigation
import Screens

extension Interpreter {
  /// The visible screen: title, place, result, taps. In a terminal a box as wide as it needs to be.
  func show() -> Response {
    guard let entry = state.visibleEntry(in: definition), let content else {
      return Response(lines: ["no screen is shown"], json: ["screen": .null, "seq": sequence])
    }
    var lines = [
      escaped(
        "\(visiblePath) · \(definition.text(of: entry))" + (entry.isDirty ? " · unsaved" : ""))
    ]
    if let result = entry.result { lines.append(escaped("result: \(valueText(result))")) }
    let columns = display.columns.map { max(Limits.boxColumnsMin, min($0, Limits.boxColumnsMax)) }
    lines += ScreenText(content: content, columns: columns.map { $0 - boxEdgeColumns }).lines
    let title = escaped(content.title)
    let json = json(of: entry, content)
    guard let columns else { return Response(lines: [title] + lines, json: json) }
    return Response(lines: box(title: title, lines, columns: columns), json: json)
  }

  /// What every screen has, and what a factory's screen shows besides.
  private func json(of entry: ScreenEntry, _ content: ScreenContent) -> JSON {
    var members: [JSON.Member] = [
      .init("screen", .string(definition.name(of: entry))),
      .init("values", definition.valuesJSON(of: entry)), .init("title", .string(content.title)),
      .init("coordinator", .string(visiblePath)), .init("dirty", .bool(entry.isDirty)),
      .init("result", .optional(entry.result)),
    ]
    if isVisibleMade { members += content.jsonMembers }
    return .object(members + [.init("taps", content.tapsJSON), .init("seq", sequence)])
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
    let inside = min(max(widest + 1, Limits.boxColumnsMin - 2), columns - 2)
    let head = clipped(title, columns: inside - 3)
    let rule = String(repeating: "─", count: max(0, inside - 3 - terminalWidth(head)))
    let body = lines.map { line in
      let text = clipped(line, columns: inside - 2)
      return "│ \(text)\(String(repeating: " ", count: max(0, inside - 1 - terminalWidth(text))))│"
    }
    return ["┌─ \(head) \(rule)┐"] + body + ["└\(String(repeating: "─", count: inside))┘"]
  }
}

/// The columns of a box's edges and of the blanks beside them.
private let boxEdgeColumns = 4
