import Diagnostics
import Links
import Navigation

extension RouteWordings {
  /// The texts of lines for people, from the colon behind the link on:
  /// `: MovieDetail(id=42) by /movies/:id, push on home, gates login`.
  init(lines routes: [Route], in definition: AppDefinition) {
    self.init(
      routes.lazy.map { route in
        var end = " by \(route.pattern), \(route.presentation.rawValue)"
        if let owner = route.coordinator { end += " on \(definition[owner].name)" }
        let gates = definition.names(of: route.gates)
        if !gates.isEmpty { end += ", gates \(gates.joined(separator: ", "))" }
        return Row(
          start: Array(escaped(": " + definition.targetName(of: route)).utf8),
          names: (route.parameters.map(\.name) + route.fixedValues.map(\.name))
            .map { Array(escaped($0 + "=").utf8) },
          end: Array(escaped(end).utf8))
      })
  }

  /// Appends what a link opens, without the link and without a line end.
  /// - Parameters:
  ///   - values: What `AppDefinition.toldValues` gives.
  ///   - hops: How many redirects led to the route.
  ///   - route: Its place among the routes that this was made of.
  func writeLine(_ values: [String?], hops: Int, _ route: Int, into output: inout [UInt8]) {
    writeStart(route, into: &output)
    let place = output.count
    var isFirst = true
    for (parameter, value) in values.enumerated() {
      guard let value,
        writeName(parameter, of: route, separator: ", ", isFirst: &isFirst, into: &output)
      else { continue }
      writeValue(value, into: &output)
    }
    if !isFirst {
      output.insert(UInt8(ascii: "("), at: place)
      output.append(UInt8(ascii: ")"))
    }
    writeEnd(route, into: &output)
    if hops > 0 {
      output.append(contentsOf: ", \(counted(hops, "redirect"))".utf8)
    }
  }
}

/// Appends a value as `valueText` gives it, escaped.
private func writeValue(_ value: String, into output: inout [UInt8]) {
  var value = value
  let isPlain = value.withUTF8 { bytes in
    guard bytes.allSatisfy(isPlainInValue), !bytes.isEmpty else { return false }
    output.append(contentsOf: bytes)
    return true
  }
  if !isPlain { output.append(contentsOf: escaped(valueText(value)).utf8) }
}

/// Whether a byte stands in a value as it is, whatever stands beside it.
private func isPlainInValue(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "("),
    UInt8(ascii: ")"), UInt8(ascii: ">"):
    false
  default: byte > 0x20 && byte < 0x7F
  }
}
