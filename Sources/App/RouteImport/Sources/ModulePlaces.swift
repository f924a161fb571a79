import Diagnostics
import JSONCodec

/// Finds the places in a JavaScript or TypeScript module of the parts of the JSON that it evaluates
/// to.
///
/// Keys and texts are looked up among the words and quoted texts of the module, each after the one
/// found last, since evaluation mostly keeps the order. A value that is computed has the place of
/// what precedes it.
struct ModulePlaces {
  private var places: [TextBytes: [(offset: Int, position: SourcePosition)]] = [:]
  private let start: SourcePosition
  private var last = 0
  private var lastPosition: SourcePosition
  /// By the position in the JSON.
  private var found: [SourcePosition: SourcePosition] = [:]

  /// - Parameters:
  ///   - json: The evaluated JSON.
  ///   - source: The module.
  init(of json: LocatedJSON, in source: [UInt8], file: String) {
    start = SourcePosition(file: file, line: 1, column: 1)
    lastPosition = start
    index(Array(String(decoding: source, as: UTF8.self).unicodeScalars), file: file)
    locate(json)
  }

  /// The place of a part of the JSON.
  func callAsFunction(_ position: SourcePosition) -> SourcePosition { found[position] ?? start }

  /// Collects the words and quoted texts of the module.
  private mutating func index(_ scalars: [Unicode.Scalar], file: String) {
    var index = 0
    var (line, column) = (1, 1)
    func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
        || scalar.isASCII && (0x30...0x39).contains(scalar.value)
    }
    while index < scalars.count {
      let scalar = scalars[index]
      let position = SourcePosition(file: file, line: line, column: column)
      let first = index
      var text = String.UnicodeScalarView()
      if "'\"`".unicodeScalars.contains(scalar) {
        index += 1
        while index < scalars.count, scalars[index] != scalar, scalars[index] != "\n" {
          if scalars[index] == "\\", index + 1 < scalars.count, scalars[index + 1] != "\n" {
            index += 1
          }
          text.append(scalars[index])
          index += 1
        }
        if index < scalars.count, scalars[index] == scalar { index += 1 }
        places[TextBytes(String(text)), default: []].append((first, position))
      } else if isWordPart(scalar) {
        while index < scalars.count, isWordPart(scalars[index]) {
          text.append(scalars[index])
          index += 1
        }
        places[TextBytes(String(text)), default: []].append((first, position))
      } else {
        index += 1
      }
      column += index - first
      if scalar == "\n" { (line, column) = (line + 1, 1) }
    }
  }

  /// Locates a value; a list or object is where its first part is.
  private mutating func locate(_ json: LocatedJSON) {
    switch json.value {
    case .string(let text): found[json.position] = place(of: text)
    case .array(let elements):
      for element in elements { locate(element) }
      found[json.position] = elements.first.flatMap { found[$0.position] } ?? lastPosition
    case .object(let members):
      for member in members {
        found[member.position] = place(of: member.key)
        locate(member.value)
      }
      found[json.position] = members.first.flatMap { found[$0.position] } ?? lastPosition
    case .null, .bool, .int, .number: found[json.position] = lastPosition
    }
  }

  /// The next place of a text, or its first one if there is no next.
  private mutating func place(of text: String) -> SourcePosition {
    guard let all = places[TextBytes(text)], let first = all.first else { return lastPosition }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].offset < last { low = middle + 1 } else { high = middle }
    }
    let next = low < all.count ? all[low] : first
    (last, lastPosition) = (next.offset + 1, next.position)
    return next.position
  }
}
