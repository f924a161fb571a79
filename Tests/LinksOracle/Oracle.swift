// A second matcher, written from the rules and sharing no code with `Links`: patterns are trees
// that tests build, matching is backtracking, precedence is a sort. Slow and short.

/// A byte of decoded text, or nil for a separator.
typealias OracleSymbol = UInt8?

/// What a parameter matches.
enum OracleKind {
  /// `:name`
  case free
  /// `:name` with the type int or a list of texts.
  case int
  case oneOf([String])
  /// `(\d+)`
  case digits
  /// `([^x]+)`, which can cross segments.
  case noX
  /// `*`
  case wildcard
}

/// Which values of a query item fit.
enum OracleItemType {
  case any
  case oneOf([String])
  /// `(\d+)`
  case digits
  /// `(?i:…)` with a text of ASCII letters.
  case anyCase(String)

  func accepts(_ value: String) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let texts): texts.contains { Array($0.utf8) == Array(value.utf8) }
    case .digits: !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    case .anyCase(let text): value.utf8.allSatisfy { $0 < 128 } && value.lowercased() == text
    }
  }
}

/// A part of a pattern.
indirect enum OraclePiece {
  /// Text, in which `/` is the separator.
  case text(String)
  case parameter(String, OracleKind)
  /// `{prefix…suffix}modifier`, where the modifier is "?", "+" or "*".
  case group(prefix: String, (String, OracleKind)?, suffix: String, modifier: String)
}

/// One reading of a pattern, as steps over symbols.
enum OracleStep {
  case symbol(OracleSymbol)
  case parameter(name: String, OracleKind)
  /// A core, then any number of joint and core; the name is nil for repeated text.
  case repeated(name: String?, OracleKind?, joint: [OracleSymbol])
}

typealias OracleItem = (
  name: String, type: OracleItemType, isOptional: Bool, ignoresMisfits: Bool
)

struct OracleRoute {
  let pieces: [OraclePiece]
  /// Declared query items: the name, the values that fit, whether it is optional, and whether
  /// others than these are ignored.
  let query: [OracleItem]
  /// The schemes of its bases; `nil` for all, none if only paths from inside open it.
  let schemes: [String]?

  /// The readings of the pattern, those with optional parts present first.
  var variants: [[OracleStep]] {
    var variants: [[OracleStep]] = [[]]
    for piece in pieces {
      switch piece {
      case .text(let text): variants = variants.map { $0 + steps(text) }
      case .parameter(let name, let kind):
        variants = variants.map { $0 + [.parameter(name: name, kind)] }
      case .group(let prefix, let core, let suffix, let modifier):
        let present = group(prefix, core, suffix, isRepeated: modifier != "?")
        variants = variants.flatMap { before in
          modifier == "+" ? [before + present] : [before + present, before]
        }
      }
    }
    return variants
  }

  private func symbols(_ text: String) -> [OracleSymbol] {
    text.utf8.map { $0 == 0x2F ? nil : $0 }
  }

  private func steps(_ text: String) -> [OracleStep] { symbols(text).map { .symbol($0) } }

  private func group(
    _ prefix: String, _ core: (String, OracleKind)?, _ suffix: String, isRepeated: Bool
  ) -> [OracleStep] {
    guard isRepeated else {
      return steps(prefix) + (core.map { [.parameter(name: $0.0, $0.1)] } ?? []) + steps(suffix)
    }
    let joint = symbols(suffix + prefix)
    return steps(prefix) + [.repeated(name: core?.0, core?.1, joint: joint)] + steps(suffix)
  }
}

/// A path as symbols, with their positions in the raw text.
struct OraclePath {
  var symbols: [OracleSymbol] = []
  /// The raw range of each symbol; a separator is the first slash of its run.
  var places: [Range<Int>] = []
  let raw: [UInt8]

  /// - Parameter raw: A path without a query, starting with `/`, with well-formed escapes.
  init(_ raw: [UInt8]) {
    self.raw = raw
    var index = 0
    var slash: Int?
    while index < raw.count {
      if raw[index] == 0x2F {
        slash = slash ?? index
        index += 1
        continue
      }
      if let place = slash {
        symbols.append(nil)
        places.append(place..<(place + 1))
        slash = nil
      }
      let length = raw[index] == 0x25 ? 3 : 1
      symbols.append(length == 1 ? raw[index] : Self.byte(raw[(index + 1)...(index + 2)]))
      places.append(index..<(index + length))
      index += length
    }
  }

  private static func byte(_ digits: ArraySlice<UInt8>) -> UInt8 {
    UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
  }

  /// The raw text of a range, decoded once.
  func rawText(_ range: Range<Int>) -> String {
    let low = range.lowerBound
    let high = range.upperBound
    let start = low > 0 ? places[low - 1].upperBound : 0
    let end = high == symbols.count ? raw.count : places[high].lowerBound
    var bytes: [UInt8] = []
    var index = start
    while index < end {
      let isEscape = raw[index] == 0x25
      bytes.append(isEscape ? Self.byte(raw[(index + 1)...(index + 2)]) : raw[index])
      index += isEscape ? 3 : 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func plainText(_ range: Range<Int>) -> String {
    String(decoding: symbols[range].map { $0 ?? 0x2F }, as: UTF8.self)
  }
}
