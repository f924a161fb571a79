import Diagnostics
import JSONCodec
import Navigation

extension Interpreter {
  /// Every coordinator with what is selected and its stack, then the layers, lowest first.
  func tree() -> Response {
    var lines: [String] = []
    var objects: [JSON] = []
    // A list of what is left to visit rather than recursion: a definition may be a thousand deep.
    var left = [(definition.root, 0, true)]
    while let (id, depth, isSelected) = left.popLast() {
      let coordinator = definition[id]
      let child = state.child(of: id, in: definition)
      lines.append(line(of: id, depth: depth, isSelected: isSelected))
      objects.append([
        "coordinator": .string(coordinator.name), "path": .string(coordinator.path),
        "kind": .string(coordinator.kind.rawValue), "selected": .bool(isSelected),
        "child": .optional(child.map { definition[$0].name }),
        "screens": .array(state.stacks[id.index].map { definition.json(of: $0) }),
      ])
      left += coordinator.children.reversed().map { ($0, depth + 1, $0 == child) }
    }
    for layer in state.layers {
      let name = definition[layer.coordinator].name
      lines.append("\(layer.kind.rawValue) of \(name)  \(definition.text(of: layer.stack))")
    }
    let layers: [JSON] = state.layers.map { layer in
      [
        "kind": .string(layer.kind.rawValue),
        "coordinator": .string(definition[layer.coordinator].name),
        "screens": .array(layer.stack.map { definition.json(of: $0) }),
      ]
    }
    return Response(
      lines: lines.map(escaped),
      json: ["coordinators": .array(objects), "layers": .array(layers), "seq": sequence])
  }

  private func line(of id: Identifier<Coordinator>, depth: Int, isSelected: Bool) -> String {
    let coordinator = definition[id]
    let stack = state.stacks[id.index]
    let mark = isSelected ? "* " : "  "
    let head = String(repeating: "  ", count: min(depth, indentMax)) + mark + coordinator.name
    switch coordinator.kind {
    case .tabs, .switch: return "\(head)  \(coordinator.kind.rawValue)"
    case .stack, .flow:
      return "\(head)  \(stack.isEmpty ? "not entered" : definition.text(of: stack))"
    }
  }
}

/// Levels of the tree that are indented; deeper ones stand under one another.
private let indentMax = 20
