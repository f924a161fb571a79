import Diagnostics

/// Finds links in the attributes of markup and in its scripts, in one pass. What is not closed ends
/// with the file.
struct MarkupScanner {
  private let bytes: [UInt8]
  private let forms: LinkForms
  private var index = 0
  private(set) var found: [FoundLink] = []

  init(_ bytes: [UInt8], _ forms: LinkForms) {
    self.bytes = bytes
    self.forms = forms
  }

  mutating func scan() {
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      if bytes[index...].starts(with: "!--".utf8) {
        index = self.end(of: "-->", from: index)
      } else if index < bytes.count, bytes[index].isLetter {
        readTag()
      }
    }
  }

  /// Reads from the name of an element to the end of its tag, or of its script.
  private mutating func readTag() {
    let element = word { !$0.isSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      let start = index
      let name = word { !$0.isSpace && !"=>/".utf8.contains($0) }
      skipSpace()
      if !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        index += 1
        skipSpace()
        readValue(of: bytes[name], in: bytes[element])
      } else if index == start {
        index += 1
      }
    }
    index = min(index + 1, bytes.count)
    for (name, isCode) in [("script", true), ("style", false)]
    where bytes[element].map({ $0.folded }).elementsEqual(name.utf8) {
      let start = index
      index = self.end(of: "</" + name, from: index)
      if isCode { scanCode(start..<index) }
    }
  }

  /// Reads the value of an attribute, with or without quotes.
  private mutating func readValue(of name: ArraySlice<UInt8>, in element: ArraySlice<UInt8>) {
    let value: Range<Int>
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == apostrophe {
      let mark = bytes[index]
      index += 1
      value = word { $0 != mark }
      index = min(index + 1, bytes.count)
    } else {
      value = word { !$0.isSpace && $0 != UInt8(ascii: ">") }
    }
    let prefix = ["v-bind:", ":", "v-on:", "@", "on"].first { name.starts(with: $0.utf8) }
    let isBound = prefix == "v-bind:" || prefix == ":"
    let plain = isBound ? name.dropFirst(prefix?.utf8.count ?? 0) : name
    let isLink = forms.isAttribute(ArraySlice(plain.map { $0.folded }), of: element)
    if isBound, isLink {
      scanCode(value, isLink: true)
    } else if isLink {
      let text = Self.unescaped(bytes[value])
      let link = FoundLink(text, at: value.lowerBound, .link)
      if let link { found.append(link) }
    } else if prefix != nil {
      scanCode(value)
    }
  }

  private mutating func scanCode(_ range: Range<Int>, isLink: Bool = false) {
    var scanner = CodeScanner(bytes, in: range, .javaScript, forms, isLink: isLink)
    scanner.scan()
    found += scanner.found
  }

  /// The text without blanks around it; `&amp;` is `&`, and other references are holes.
  private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var rest = value.drop { $0.isSpace }
    while let last = rest.last, last.isSpace { rest.removeLast() }
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&") else {
        text.append(byte)
        continue
      }
      let name = rest.prefix(referenceBytesMax).prefix {
        $0.isLetterOrDigit || $0 == UInt8(ascii: "#")
      }
      guard rest.dropFirst(name.count).first == UInt8(ascii: ";") else {
        text.append(byte)
        continue
      }
      text.append(name.elementsEqual("amp".utf8) ? byte : SourceLink.hole)
      rest = rest.dropFirst(name.count + 1)
    }
    return text
  }

  /// The longest name of a character reference.
  private static let referenceBytesMax = 32

  // MARK: Reading

  private mutating func word(_ belongs: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    while index < bytes.count, belongs(bytes[index]) { index += 1 }
    return start..<index
  }

  private mutating func skipSpace() { _ = word { $0.isSpace } }

  /// The start of a text after a place, in any case; the end of the file if there is none.
  private func end(of text: String, from start: Int) -> Int {
    let wanted = Array(text.utf8)
    return (start..<bytes.count).first { place in
      bytes[place] == wanted[0] && place + wanted.count <= bytes.count
        && zip(bytes[place...], wanted).allSatisfy { $0.folded == $1 }
    } ?? bytes.count
  }
}

private let apostrophe = UInt8(ascii: "'")

extension UInt8 {
  /// A blank, a tab, or the end of a line.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
