import Diagnostics
import JSONCodec
import Navigation
import Screens

/// Commands that show the current state.
extension Workspace {
  func stack() -> Response {
    let coordinator = definition[state.visibleCoordinator(in: definition)].name
    let entries = state.visibleStack(in: definition)
    return Response(
      lines: ["\(paint(coordinator, .coordinator)): \(definition.text(of: entries, paint))"],
      json: [
        "coordinator": .string(coordinator),
        "screens": .array(entries.map { definition.json(of: $0) }), "seq": sequence,
      ])
  }

  func taps() -> Response {
    guard let entry = state.visibleEntry(in: definition), let content else {
      return Response(lines: ["no screen is shown"], json: ["taps": [], "seq": sequence])
    }
    let name = definition.name(of: entry)
    let rows = content.allTaps.map { [$0.name, $0.target ?? withoutTarget] }
    return Response(
      lines: rows.isEmpty ? ["\(escaped(name)) has no taps"] : columns(rows),
      json: ["screen": .string(name), "taps": content.tapsJSON, "seq": sequence])
  }

  func gates() -> Response {
    let open = Set(state.openGates.members.map(\.index))
    let rows: [[Cell]] = definition.gates.indices.map { index in
      let gate = definition.gates[index]
      let subject = state.subjects[index]
      let requires = definition.names(of: gate.requires.members).joined(separator: ", ")
      let person = subject.map { " (\(valueText($0)))" } ?? ""
      return [
        Cell(gate.name),
        open.contains(index)
          ? Cell("open" + person, .gateOpen) : Cell("closed", .gateClosed),
        Cell(
          "challenge \(gate.challenge.link)" + (requires.isEmpty ? "" : ", requires \(requires)")),
      ]
    }
    let objects: [JSON] = definition.gates.indices.map { index in
      let gate = definition.gates[index]
      return [
        "gate": .string(gate.name), "open": .bool(open.contains(index)),
        "subject": .optional(state.subjects[index]),
        "requires": definition.json(of: gate.requires.members),
        "challenge": .string(gate.challenge.link),
      ]
    }
    return Response(
      lines: rows.isEmpty ? ["this app has no gates"] : columns(rows, paint),
      json: JSON.object([.init("gates", .array(objects))] + sourcesJSON + [.init("seq", sequence)]))
  }

  /// `"sources":[{"source":"own","signature":"valid"}]`, if the app declares any: how a link from
  /// each is reported.
  private var sourcesJSON: [JSON.Member] {
    let declared = definition.sourceIDs.dropFirst(AppDefinition.builtInSourceCount)
    guard !declared.isEmpty else { return [] }
    let sources = declared.map { source -> JSON in
      let link = definition.linkSource(of: source)
      return .object([.init("source", .string(link.name))] + link.signatureJSON)
    }
    return [.init("sources", .array(sources))]
  }

  func deferred() -> Response {
    let waiting = state.deferred.map { link in
      let left =
        link.place == nil ? max(0, link.expiresMilliseconds - state.nowMilliseconds) : nil
      return (link: link, left: left, gate: definition[link.gate].name)
    }
    let lines =
      waiting.map {
        "\(paint($0.gate, .gateClosed)): \(escaped($0.link.link)) "
          + "(" + ($0.left.map { "\(durationText(milliseconds: $0)) left" } ?? "to return to") + ")"
      } + (state.request.map { ["consent: \(escaped($0.link)) (accept or decline)"] } ?? [])
      + state.queue.map { "ready: \(escaped($0.link))" }
    return Response(
      lines: lines.isEmpty ? ["no link waits"] : lines,
      json: .object(
        [.init("deferred", .array(waiting.map { json(of: $0.link, $0.gate, $0.left) }))]
          + (state.request.map { [.init("asked", json(of: $0.link, from: $0.source))] } ?? [])
          + [
            .init("queue", .array(state.queue.map { json(of: $0.link, from: $0.source) })),
            .init("seq", sequence),
          ]))
  }

  private func json(of link: DeferredLink, _ gate: String, _ left: Int64?) -> JSON {
    .object(
      [
        .init("gate", .string(gate)), .init("link", .string(link.link)),
        .init("from", .string(link.source.name)), .init("subject", .optional(link.subject)),
        .init("leftMilliseconds", left.map { .int($0) } ?? .null),
      ] + link.source.signatureJSON)
  }

  private func json(of link: String, from source: LinkSource) -> JSON {
    .object(
      [.init("link", .string(link)), .init("from", .string(source.name))] + source.signatureJSON)
  }

  /// Returns the last events with their transitions, and those that `redo` would apply.
  func log(_ count: Int) -> Response {
    var run = LogRun(self, countMax: count, wantsText: true)
    while !run.advance(until: { false }) {}
    return run.response
  }
}

extension Workspace {
  /// Returns every coordinator with its selection and stack, then the layers, lowest first.
  func tree() -> Response {
    var lines: [String] = []
    var objects: [JSON] = []
    // Iterative, since a definition can nest a thousand levels.
    var left = [(definition.root, 0, true)]
    while let (id, depth, isSelected) = left.popLast() {
      let coordinator = definition[id]
      let child = state.child(of: id, in: definition)
      lines.append(line(of: id, depth: depth, isSelected: isSelected))
      objects.append([
        "coordinator": .string(coordinator.name), "path": .string(coordinator.path),
        "kind": .string(coordinator.kind.rawValue), "selected": .bool(isSelected),
        "child": .optional(child.map { definition[$0].name }),
        "screens": .array(state.stacks[id.index].map(json)),
      ])
      left += coordinator.children.reversed().map { ($0, depth + 1, $0 == child) }
    }
    for layer in state.layers {
      let name = paint(definition[layer.coordinator].name, .coordinator)
      lines.append("\(layer.kind.rawValue) of \(name)  \(definition.text(of: layer.stack, paint))")
    }
    let layers: [JSON] = state.layers.map { layer in
      [
        "kind": .string(layer.kind.rawValue),
        "coordinator": .string(definition[layer.coordinator].name),
        "screens": .array(layer.stack.map(json)),
      ]
    }
    return Response(
      lines: lines,
      json: ["coordinators": .array(objects), "layers": .array(layers), "seq": sequence])
  }

  /// A screen with the pattern of the route that opened it, and whether it holds unsaved work.
  private func json(of entry: ScreenEntry) -> JSON {
    .object(
      (definition.json(of: entry).objectValue ?? []) + [
        .init("route", .string(definition[entry.route].pattern)),
        .init("dirty", .bool(entry.isDirty)),
      ])
  }

  private func line(of id: Identifier<Coordinator>, depth: Int, isSelected: Bool) -> String {
    let coordinator = definition[id]
    let stack = state.stacks[id.index]
    let mark = isSelected ? "* " : "  "
    let head =
      String(repeating: "  ", count: min(depth, indentMax)) + mark
      + paint(coordinator.name, .coordinator)
    switch coordinator.kind {
    case .tabs, .switch: return "\(head)  \(coordinator.kind.rawValue)"
    case .stack, .flow:
      return "\(head)  "
        + (stack.isEmpty ? paint("not entered", .advice) : definition.text(of: stack, paint))
    }
  }
}

/// The number of levels that `tree` indents; deeper ones share the last indentation.
private let indentMax = 20

struct Cell {
  let text: String
  let role: TextRole?

  init(_ text: String, _ role: TextRole? = nil) {
    (self.text, self.role) = (text, role)
  }
}

/// Aligns rows of texts: see below.
func columns(_ rows: [[String]]) -> [String] {
  columns(rows.map { $0.map { Cell($0) } }, Paint())
}

/// Aligns rows of cells: each column is as wide as its widest cell. Escapes the cells.
func columns(_ rows: [[Cell]], _ paint: Paint) -> [String] {
  let widths = rows.map { $0.map { terminalWidth(escaped($0.text)) } }
  var widest: [Int] = []
  for row in widths {
    for (column, width) in row.enumerated() {
      if column == widest.count { widest.append(0) }
      widest[column] = max(widest[column], width)
    }
  }
  return zip(rows, widths).map { row, widths in
    var line = ""
    var pending = 0
    for (column, cell) in row.enumerated() where !cell.text.isEmpty {
      line += String(repeating: " ", count: pending) + paint(cell.text, cell.role)
      pending = max(0, widest[column] - widths[column]) + 2
    }
    return line
  }
}

extension LinkSource {
  /// `"signature":"valid"`, if the app has checked one.
  fileprivate var signatureJSON: [JSON.Member] {
    signature == .absent ? [] : [.init("signature", .string(signature.rawValue))]
  }
}
