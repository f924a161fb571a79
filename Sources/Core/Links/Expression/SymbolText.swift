/// Converts texts of symbols, as searches of automata find them, to the text of a link.
package enum SymbolText {
  /// A path: separators become `/`, and everything else is percent-encoded where needed.
  package static func path(_ symbols: some Sequence<Symbol>) -> String {
    var bytes: [UInt8] = []
    for symbol in symbols {
      if symbol == separator {
        bytes.append(UInt8(ascii: "/"))
      } else {
        Percent.appendPathByte(UInt8(truncatingIfNeeded: symbol), to: &bytes)
      }
    }
    return bytes.isEmpty ? "/" : text(of: bytes)
  }

  /// `?name=value&…`; empty for no items.
  package static func query(_ items: [QueryItem]) -> String {
    var bytes: [UInt8] = []
    for item in items {
      bytes.append(bytes.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      Percent.appendQueryText(item.name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      Percent.appendQueryText(item.value, to: &bytes)
    }
    return text(of: bytes)
  }
}
