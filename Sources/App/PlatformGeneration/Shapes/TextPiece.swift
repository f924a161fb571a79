import Diagnostics
import Languages

/// A part of a path's text, decoded: what generated patterns distinguish.
enum TextPiece: Hashable {
  /// This text.
  case text([UInt8])
  /// One of these texts; the name is that of the parameter.
  case choice(name: String, [[UInt8]])
  /// One ASCII character of a class.
  case symbol(CharacterClass)
  /// Characters of a class, within one segment.
  case run(CharacterRun)
  /// Any text, also across segments. As a whole segment it is not empty.
  case rest

  /// Any text that fills a segment.
  static let free = TextPiece.run(CharacterRun(name: "text", characters: .any))

  /// Whether the piece has a fixed number of characters.
  var hasFixedLength: Bool {
    switch self {
    case .text, .symbol: true
    case .choice(_, let texts): Set(texts.map(\.count)).count == 1
    case .run, .rest: false
    }
  }

  var isRun: Bool { if case .run = self { true } else { false } }

  /// Whether the piece matches every text of a segment that is not empty.
  var isFree: Bool {
    if case .run(let run) = self { run.characters == .any && !run.isSigned } else { false }
  }
}

extension TextPiece {
  /// All texts of pieces; `nil` if there are many.
  static func texts(of pieces: [TextPiece], max: Int = 64) -> [[UInt8]]? {
    var result: [[UInt8]] = [[]]
    for piece in pieces {
      let choices: [[UInt8]]
      switch piece {
      case .text(let bytes): choices = [bytes]
      case .choice(_, let texts): choices = texts
      case .symbol, .run, .rest: return nil
      }
      guard result.count * choices.count <= max else { return nil }
      result = result.flatMap { start in choices.map { start + $0 } }
    }
    return result
  }

  /// Whether the case of letters makes no difference to the piece, if literal text ignores it.
  var ignoresCase: Bool {
    switch self {
    case .text, .rest: true
    case .choice(_, let texts): !texts.joined().contains { $0.isLetter }
    case .symbol(let characters): characters.ignoresCase
    case .run(let run): run.characters.ignoresCase
    }
  }
}

/// A set of characters: some of ASCII, and all or none of the others. The bytes from 0x80 on
/// represent every character outside of ASCII.
typealias CharacterClass = SymbolSet

extension CharacterClass {
  /// Every character that a segment can contain without an escaped slash.
  static let any = printable.union(others)
  static let digits = CharacterClass(UInt8(ascii: "0")...UInt8(ascii: "9"))
  static let hexadecimal = CharacterClass("0123456789abcdefABCDEF".utf8)
  static let slug = CharacterClass(printable.bytes.filter { $0.isLetterOrDigit } + "-_".utf8)
  static let number = CharacterClass("0123456789+-.eE".utf8)

  /// Printable ASCII without the slash.
  static let printable = CharacterClass((0x20...0x7E).filter { $0 != UInt8(ascii: "/") })
  /// All characters outside of ASCII.
  static let others = CharacterClass(0x80...0xFF)

  var ascii: [UInt8] { subtracting(.others).bytes }

  /// The printable characters of ASCII outside of the class, without the slash.
  var missing: [UInt8] { Self.printable.subtracting(self).bytes }

  /// Whether the class has the characters outside of ASCII.
  var includesOthers: Bool { meets(.others) }

  /// Whether the class has both cases of each of its letters.
  var ignoresCase: Bool { self == ignoringCase }
}

/// Characters of a class in a row.
struct CharacterRun: Hashable {
  /// What the characters are, in one word that can be part of a variable's name.
  let name: String
  let characters: CharacterClass
  /// Whether it can be empty.
  var canBeEmpty = false
  /// Whether a `-` can precede the characters.
  var isSigned = false

  /// The class of all its characters, the sign included.
  var all: CharacterClass { isSigned ? characters.union(CharacterClass("-".utf8)) : characters }
}
