import Diagnostics
import Languages

extension Glob: CustomStringConvertible {
  /// The pattern as an association file writes it. A variable of the file's own is written out, as
  /// in `{red|blue}`; a letter that matches in both cases is in lower case.
  public var description: String { String(decoding: Self.bytes(of: elements), as: UTF8.self) }

  /// The bytes ahead of the first wildcard or variable.
  var literalStart: [UInt8] {
    let literals = elements.prefix { element in
      switch element {
      case .byte: true
      case .bytes(let bytes): bytes.letter != nil
      case .any, .run, .oneOf: false
      }
    }
    return Self.bytes(of: literals)
  }

  private static func bytes(of elements: some Sequence<Element>) -> [UInt8] {
    elements.flatMap { bytes(of: $0) }
  }

  private static func bytes(of element: Element) -> [UInt8] {
    switch element {
    case .byte(let byte): return [byte]
    case .any: return [UInt8(ascii: "?")]
    case .run: return [UInt8(ascii: "*")]
    case .bytes(let set):
      if let letter = set.letter { return [letter] }
      if let name = Variables.builtInName(of: element) { return Array("$(\(name))".utf8) }
      return Array("{".utf8) + set.bytes.map { [$0] }.joined(separator: "|".utf8) + "}".utf8
    case .oneOf(let texts):
      if texts == optionalRest { return bytes(of: texts[0]) }
      if let name = Variables.builtInName(of: element) { return Array("$(\(name))".utf8) }
      return Array("{".utf8) + texts.map { bytes(of: $0) }.joined(separator: "|".utf8) + "}".utf8
    }
  }
}

extension SymbolSet {
  /// The lower-case letter, if the class has its two cases and nothing else.
  fileprivate var letter: UInt8? {
    let bytes = bytes
    guard bytes.count == 2, bytes[0].isLetter, bytes[1] == bytes[0] | 0x20 else { return nil }
    return bytes[1]
  }
}

extension PartPattern: CustomStringConvertible {
  /// The pattern as an association file writes it; of a path, whose slashes at the ends do not
  /// count, with a slash at the start.
  public var description: String { (trimsSlashes ? "/" : "") + glob.description }
}
