import Diagnostics
import JSONCodec
import Links
import Navigation
import Screens

/// The visible screen's content, and taps on it.
extension Workspace {
  /// What the visible screen shows; after the taps of a factory's screen those that its plugin
  /// describes. `nil` if no screen is visible.
  var content: ScreenContent? {
    guard let entry = state.visibleEntry(in: definition) else { return nil }
    let described = definition.describedContent(of: entry)
    guard isVisibleMade, var content = stage?.content(state, in: definition) else {
      return described
    }
    let own = content.allTaps
    content.taps += described.taps.filter { tap in
      !own.contains { sameBytes($0.name, tap.name) }
    }
    return content
  }

  /// Whether the visible screen's content has changed by itself since the last call: the line
  /// `screen changed: TITLE`, and for programs `screen`, `title` and `state`. What changes on
  /// screens beneath is seen when they are shown again.
  public func takeScreenChanges() -> [Response] {
    let visible = state.visibleEntry(in: definition)?.id
    let changes = stage?.takeChanges() ?? []
    return changes.filter { $0.entry.id == visible }.map { change in
      let name = definition.name(of: change.entry)
      let title = change.content.title
      return Response(
        lines: [escaped("screen changed: \(title.utf8.isEmpty ? name : title)")],
        json: [
          "changed": .string(name), "title": .string(title),
          "state": .string(change.content.stateWord),
        ])
    }
  }

  /// Is called, on any thread, when a screen's content is about to change; `takeScreenChanges`
  /// tells of it at a later turn. `nil` ends it.
  public func onScreenChange(_ notify: (@Sendable () -> Void)?) { stage?.onChange(notify) }

  /// Whether a factory made the visible screen.
  var isVisibleMade: Bool { stage?.isVisibleMade(state, in: definition) ?? false }

  /// Does a tap. What comes from content is resolved to a link or a command first, and that is what
  /// the session applies and keeps, so that undoing and replaying need no content.
  mutating func tap(
    _ name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    guard state.isReady, isVisibleMade, let made = stage?.content(state, in: definition) else {
      return apply(.tap(name))
    }
    guard let tap = made.allTaps.first(where: { sameBytes($0.name, name) }) else {
      return tapDescribed(name)
    }
    if let target = tap.target { return try follow(target, from: name, at: position) }
    return try ask(name, at: position)
  }

  /// Does what a tap's target or a plugin's answer says.
  /// - Parameter name: Of the tap or command that it comes from.
  mutating func follow(
    _ target: String, from name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let event: Event
    do {
      event = try Event(tapTarget: target)
    } catch {
      throw .target(target, from: name, why: error, at: position)
    }
    // What is kept in the history must fit into a line of a script.
    guard event.command(nowMilliseconds: 0).utf8.count <= Limits.lineBytesMax else {
      throw .limit(name: "bytes of a tap's target", bound: Limits.lineBytesMax, at: position)
    }
    return apply(event)
  }

  /// A tap that the content does not have: one that the plugin describes, or none.
  private mutating func tapDescribed(_ name: String) -> Response {
    let taps = content?.allTaps.map(\.name) ?? []
    if taps.contains(where: { sameBytes($0, name) }) { return apply(.tap(name)) }
    let screen = state.visibleEntry(in: definition).map { definition.name(of: $0) } ?? ""
    let refusal = Refusal.unknownTap(name: name, screen: screen, taps: taps)
    return answer(
      to: .tap(name), Applied(outcome: .refused(refusal), transitions: []),
      nowMilliseconds: state.nowMilliseconds)
  }

  /// Hands a tap to the screen, and does what it answers.
  private mutating func ask(
    _ name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let answer = TapAnswer()
    _ = stage?.tap(name, state, in: definition) { target in
      answer.target = target
      answer.isThere = true
    }
    guard stage?.wait(until: { answer.isThere }) ?? false else {
      let screen = state.visibleEntry(in: definition).map { definition.name(of: $0) } ?? ""
      throw .noAnswer(tap: name, screen: screen, at: position)
    }
    if let target = answer.target { return try follow(target, from: name, at: position) }
    forgetLast()
    return Response(lines: ["the screen took it"], json: ["taken": true])
  }
}

extension Workspace {
  /// The visible screen: title, place, result, taps. In a terminal a box as wide as it needs to be.
  func show(_ display: Display) -> Response {
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

/// What a screen answers to a tap. An answer that comes too late is read by nobody.
@MainActor
private final class TapAnswer {
  var isThere = false
  var target: String?
}
