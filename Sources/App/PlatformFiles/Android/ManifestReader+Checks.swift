import Diagnostics
import PlatformLinks

extension ManifestReader {
  /// Reports what keeps a filter from taking links, or from being verified.
  mutating func check(_ filter: IntentFilter, of element: XMLElement) {
    if filter.schemes.isEmpty, let host = filter.authorities.first {
      findings.append(.hostWithoutScheme(at: host.position))
    }
    let paths = filter.paths.map(\.position) + filter.groups.map(\.position)
    if filter.authorities.isEmpty, let path = paths.min() {
      findings.append(.pathWithoutHost(at: path))
    }
    guard filter.hasWebScheme else { return }
    if let type = filter.mimeTypes.first {
      findings.append(.mimeType(at: type.position))
    }
    let missing = (filter.hasViewAction ? [] : [.view]) + filter.missingCategories
    if !missing.isEmpty {
      findings.append(.incompleteFilter(missing: missing, at: element.position))
    }
  }

  /// Reports a path that no link can have.
  mutating func check(
    _ data: DataText, _ attribute: (name: DataAttribute, value: XMLAttribute)
  ) {
    guard case .relative(.path, let kind) = attribute.name.role,
      kind == .literal || kind == .prefix, data.matcher.isKnown,
      let first = data.matcher.text.first, first != UInt8(ascii: "/")
    else { return }
    findings.append(
      .pathWithoutSlash(
        String(decoding: data.matcher.text, as: UTF8.self), attribute: attribute.name.rawValue,
        at: attribute.value.position))
  }

  mutating func checkCase(_ text: [UInt8], isScheme: Bool, _ attribute: XMLAttribute) {
    guard text.contains(where: { $0.folded != $0 }) else { return }
    findings.append(
      .upperCase(
        String(decoding: text, as: UTF8.self), isScheme: isScheme, at: attribute.position))
  }
}
