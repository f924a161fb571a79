import Diagnostics
import JSONCodec
import Navigation
import Screens

/// The content of the visible screen, and its taps.
extension Workspace {
  /// The content of the visible screen, with a factory's taps ahead of those that its plugin
  /// describes; `nil` if no screen is visible.
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

  /// Returns the asynchronous changes of the visible screen's content since the last call, each as
  /// the line `screen changed: TITLE` and a JSON object with `changed`, `title` and `state`.
  /// Changes of hidden screens are not reported.
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

  /// Sets a function that is called, on any thread, when a screen's content is about to change;
  /// call `takeScreenChanges` on a later turn. `nil` removes it.
  public func onScreenChange(_ notify: (@Sendable () -> Void)?) { stage?.onChange(notify) }

  /// Whether a factory made the visible screen.
  var isVisibleMade: Bool { stage?.isVisibleMade(state, in: definition) ?? false }

  /// Performs a tap. A tap from screen content is first resolved to a link or command, which the
  /// session applies and records, so undo and replay do not depend on content. Waits for the
  /// content of a loading screen.
  mutating func tap(
    _ name: String, at position: SourcePosition?
  ) throws(Diagnostic) -> Response {
    _ = waitForContent { !awaits(tap: name) }
    guard state.isReady, isVisibleMade, let made = stage?.content(state, in: definition) else {
      return apply(.tap(name))
    }
    guard let tap = made.allTaps.first(where: { sameBytes($0.name, name) }) else {
      return tapDescribed(name)
    }
    let before = recorder.map { _ in state }
    let response =
      if let target = tap.target {
        try follow(target, from: name, at: position)
      } else {
        try ask(name, at: position)
      }
    if let before {
      recorder?.record(tap: name, response.applied?.outcome, from: before, in: definition)
    }
    return response
  }

  /// Whether the visible screen is loading and its content does not have this tap yet.
  func awaits(tap name: String) -> Bool {
    guard state.isReady, isVisibleMade, let made = stage?.content(state, in: definition),
      case .loading = made.state
    else { return false }
    return !made.allTaps.contains { sameBytes($0.name, name) }
  }

  /// Applies the target of a tap or of a plugin's answer.
  /// - Parameter name: The name of the tap or command.
  mutating func follow(
    _ target: String, from name: String, at position: SourcePosition?
  ) throws(Diagnostic) -> Response {
    let event: Event
    do {
      event = try Event(tapTarget: target)
    } catch {
      throw .target(target, from: name, why: error, at: position)
    }
    // A saved script holds the history, so each event must fit into a line.
    guard event.command(nowMilliseconds: 0).utf8.count <= Limits.lineBytesMax else {
      throw .limit(name: "bytes of a tap's target", bound: Limits.lineBytesMax, at: position)
    }
    return apply(event)
  }

  /// Performs a tap that a factory's content lacks: the plugin describes it, or it is refused.
  private mutating func tapDescribed(_ name: String) -> Response {
    let taps = content?.allTaps.map(\.name) ?? []
    if taps.contains(where: { sameBytes($0, name) }) { return apply(.tap(name)) }
    let screen = state.visibleEntry(in: definition).map { definition.name(of: $0) } ?? ""
    let refusal = Refusal.unknownTap(
      name: name, screen: screen, taps: taps, because: content?.reasonForMissingTap)
    let applied = Applied(outcome: .refused(refusal), transitions: [])
    recorder?.record(.tap(name), applied, from: state, to: state, in: definition)
    return note(.tap(name), applied, nowMilliseconds: state.nowMilliseconds)
  }

  /// Passes a tap to the screen, waits for the answer and follows its target.
  private mutating func ask(
    _ name: String, at position: SourcePosition?
  ) throws(Diagnostic) -> Response {
    let answer = TapAnswer()
    _ = stage?.tap(name, state, in: definition) { answer.result = $0 }
    _ = stage?.wait { answer.result != nil }
    switch answer.result {
    case .success(let target?): return try follow(target, from: name, at: position)
    case .success(nil):
      forgetLast()
      return Response(lines: ["handled by the screen"], json: ["taken": true])
    case .failure(let error): throw error.at(position)
    case nil:
      let screen = state.visibleEntry(in: definition).map { definition.name(of: $0) } ?? ""
      throw .noAnswer(tap: name, screen: screen, at: position)
    }
  }
}

extension Workspace {
  /// Returns the visible screen's title, path, result, content and taps, in a terminal as a box no
  /// wider than needed.
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
    guard let columns else {
      return Response(lines: [paint(title, .screen)] + lines, json: json)
    }
    return Response(lines: box(title: title, lines, columns: columns), json: json)
  }

  /// Returns the members of every screen and, for a factory's screen, its content.
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

  /// The path of the visible coordinator: the topmost layer's, with its kind, or that of the base.
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
    return ["┌─ \(paint(head, .screen)) \(rule)┐"] + body + [
      "└\(String(repeating: "─", count: inside))┘"
    ]
  }
}

extension ScreenContent {
  /// Why a tap may be missing; `nil` if the content is ready.
  fileprivate var reasonForMissingTap: String? {
    switch state {
    case .loading: "it is still loading"
    case .ready: nil
    case .failed(let message): "it failed: \(message)"
    }
  }
}

/// The columns of a box's edges and of the spaces next to them.
private let boxEdgeColumns = 4

/// A screen's answer to a tap. An answer after the timeout is ignored.
@MainActor
private final class TapAnswer {
  var result: Result<String?, Diagnostic>?
}
