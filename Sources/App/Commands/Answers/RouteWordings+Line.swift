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
  ///   - route: Its place among the routes that this was made of.
  ///   - hops: How many redirects led to the route.
  /// - Returns: Whether the values could all be told.
  @inline(__always)
  func writeLine(
    _ route: Int, _ values: ToldValues, hops: Int, into output: inout [UInt8]
  ) -> Bool {
    writeStart(route, into: &output)
    var isFirst = true
    let areTold = values { parameter, value in
      guard
        writeName(
          parameter, of: route, first: "(", next: ", ", isFirst: &isFirst, into: &output)
      else { return }
      writeValue(value, into: &output)
    }
    if !isFirst { output.append(UInt8(ascii: ")")) }
    writeEnd(route, into: &output)
    if hops > 0 { output.append(contentsOf: ", \(counted(hops, "redirect"))".utf8) }
    return areTold
  }
}

/// Appends a value as `valueText` gives it, escaped.
private func writeValue(_ value: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
  var (isPlain, isQuotable) = (!value.isEmpty, true)
  // Without a branch, so that many bytes are looked at together.
  for byte in value {
    isPlain = isPlainInValue(byte) ? isPlain : false
    isQuotable = isPlainInQuotationMarks(byte) ? isQuotable : false
  }
  if isPlain {
    output.append(contentsOf: value)
  } else if isQuotable {
    output.append(UInt8(ascii: "\""))
    output.append(contentsOf: value)
    output.append(UInt8(ascii: "\""))
  } else {
    let text = valueText(String(decoding: value, as: UTF8.self))
    output.append(contentsOf: escaped(text).utf8)
  }
}

/// Whether a byte stands in a value as it is, whatever stands beside it.
private func isPlainInValue(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ">"), 0x20: false
  default: isPlainInQuotationMarks(byte)
  }
}

/// Whether a byte stands between quotation marks as it is.
private func isPlainInQuotationMarks(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): false
  default: byte >= 0x20 && byte < 0x7F
  }
}
