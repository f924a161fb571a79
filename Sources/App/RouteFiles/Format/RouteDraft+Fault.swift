package import Diagnostics
import Navigation

extension RouteDraft {
  /// Why no route file can declare the route, if a definition does not report it.
  package var fault: Diagnostic? {
    for (key, names) in [("query", query.map(\.name)), ("values", values.map(\.name))] {
      if let name = names.first(where: { !NameText.isParameterName($0.value) }) {
        return .invalidName(name.value, key: key, isParameter: true, at: nil)
      }
    }
    for text in [path, redirect].compactMap(\.?.value) + (parents + values.map(\.text)).map(\.value)
      + params.map(\.type.description) + query.map(\.type.description)
    {
      if text.utf8.count > FileLimits.scalarBytesMax { return .longText(at: nil) }
      if let scalar = text.unicodeScalars.first(where: isRefused) {
        return .controlCharacter(scalar.value, at: nil)
      }
    }
    let isPresent: [RouteKey: Bool] = [
      .screen: screen != nil, .values: !values.isEmpty, .in: coordinator != nil,
      .as: presentation != .push, .parents: !parents.isEmpty, .gates: !gates.isEmpty,
      .guests: guests != nil, .from: sources != nil, .consent: consent != nil,
      .else: otherwise != nil,
      .repeat: repeatPolicy != .reuse,
      .intent: intent != nil, .allow: !allow.isEmpty,
    ]
    guard redirect != nil || presentation.entersNoScreen else { return nil }
    let excluded = redirect != nil ? RouteKey.excludedByRedirect : RouteKey.excludedWithoutScreen
    let target = redirect != nil ? "redirect" : "as: \(presentation.rawValue)"
    return excluded.first { isPresent[$0] == true }
      .map { .keyConflict(key: $0.rawValue, with: target, otherAt: nil, at: nil) }
  }
}

/// Whether no text has a character, even if it is written as an escape.
private func isRefused(_ scalar: Unicode.Scalar) -> Bool {
  UInt8(exactly: scalar.value).map(isRefusedControl) ?? [0xFFFE, 0xFFFF].contains(scalar.value)
}
