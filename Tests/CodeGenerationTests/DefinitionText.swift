import Navigation

/// All stored properties of a definition's parts, without source positions and without what only an
/// analysis reads. Generated code is compiled with this file, too.
func text(of definition: AppDefinition) -> String {
  let parts: [Any] = [
    definition.plugins, definition.gates, definition.coordinators, definition.screens,
    definition.routes, definition.home, definition.root,
  ]
  return parts.map(text).joined(separator: "\n")
}

private func text(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard !mirror.children.isEmpty else { return "\(value)" }
  var children = mirror.children.compactMap { label, child -> String? in
    let isLeftOut = ["position", "allowed"].contains(label)
    return isLeftOut ? nil : "\(label ?? ""): \(text(of: child))"
  }
  if mirror.displayStyle == .dictionary || mirror.displayStyle == .set { children.sort() }
  return "(\(children.joined(separator: ", ")))"
}
