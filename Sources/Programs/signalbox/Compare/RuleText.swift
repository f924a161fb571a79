import Diagnostics
import PlatformComparison
import PlatformLinks

/// The text of an association file, a manifest or a route file, edited at the places of findings.
struct RuleText {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes an edit; false, without any change, if the text has not the form that it needs.
  mutating func apply(_ change: Repair.Change, at position: SourcePosition) -> Bool {
    guard let start = offset(of: position) else { return false }
    switch change {
    case .remove:
      guard let value = valueRange(at: start) else { return false }
      remove(value)
    case .move(let target):
      guard let value = valueRange(at: start), let ahead = offset(of: target), ahead < start else {
        return false
      }
      let text = Array(bytes[value])
      remove(value)
      insert(text, aheadOf: ahead)
    case .exclude(let path):
      guard bytes[start] == UInt8(ascii: "{"), let text = component(path, isExcluded: true) else {
        return false
      }
      insert(text, aheadOf: start)
    case .claim(let path):
      guard bytes[start] == UInt8(ascii: "{"), let value = valueRange(at: start),
        let text = component(path, isExcluded: false)
      else { return false }
      bytes.insert(
        contentsOf: Array(",".utf8) + separator(at: start) + text, at: value.upperBound)
    case .requireItems: return requireItems(at: start)
    case .requireSegment: return requireSegment(at: start)
    case .declare(let names): return declare(names, at: start)
    case .verify: return verify(at: start)
    case .write(let text, let attribute): return write(text, attribute, at: start)
    case .splitPrefix(let text): return splitPrefix(text, at: start)
    case .addBase(let text): return addBase(text, at: start)
    case .disallow: return removeCode(at: start)
    }
    return true
  }

  /// The offset of a place; `nil` if the text has none there.
  private func offset(of position: SourcePosition) -> Int? {
    var start = 0
    for _ in 1..<max(1, position.line) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    var column = 1
    while start < bytes.count, column < position.column {
      start += 1
      // The bytes that continue a scalar are no columns.
      while start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
      column += 1
    }
    return start < bytes.count ? start : nil
  }

  /// The blanks ahead of a value that is the first on its line, with the end of the line before;
  /// one blank for others.
  private func separator(at start: Int) -> [UInt8] {
    let blanks = bytes[..<start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.reversed()
    let line = start - blanks.count
    return line > 0 && bytes[line - 1] == UInt8(ascii: "\n") ? [0x0A] + blanks : [0x20]
  }
}

// MARK: JSON

extension RuleText {
  private func component(_ path: String, isExcluded: Bool) -> [UInt8]? {
    // Nothing in the paths that are written needs an escape.
    guard !path.utf8.contains(where: { $0 < 0x20 || "\"\\".utf8.contains($0) }) else { return nil }
    return Array("{ \"/\": \"\(path)\"\(isExcluded ? ", \"exclude\": true" : "") }".utf8)
  }

  /// The extent of an object or a text.
  private func valueRange(at start: Int) -> Range<Int>? {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        guard let end = textEnd(from: index) else { return nil }
        index = end - 1
      default: break
      }
      index += 1
      if depth == 0 { return start..<index }
      if depth < 0 { return nil }
    }
    return nil
  }

  /// The offset after the text that begins with the quotation mark at an offset.
  func textEnd(from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Removes an element of an array, with its comma and the blanks ahead of it.
  mutating func remove(_ value: Range<Int>) {
    func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
    let before = bytes[..<value.lowerBound].lastIndex { !isBlank($0) }
    let after = bytes[value.upperBound...].firstIndex { !isBlank($0) }
    let comma = UInt8(ascii: ",")
    if let before, bytes[before] == comma {
      bytes.removeSubrange(before..<value.upperBound)
    } else if let after, bytes[after] == comma {
      let next = bytes[(after + 1)...].firstIndex { !isBlank($0) } ?? after + 1
      bytes.removeSubrange(value.lowerBound..<next)
    } else {
      bytes.removeSubrange(value)
    }
  }

  private mutating func insert(_ text: [UInt8], aheadOf start: Int) {
    bytes.insert(contentsOf: text + Array(",".utf8) + separator(at: start), at: start)
  }

  /// The texts of an object without their quotation marks, those in nested values included, and
  /// whether each is a key. Nothing if it is not JSON.
  private func texts(in value: Range<Int>) -> [(text: Range<Int>, isKey: Bool)] {
    var index = value.lowerBound
    var texts: [(text: Range<Int>, isKey: Bool)] = []
    while index < value.upperBound {
      guard bytes[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      guard let end = textEnd(from: index) else { return [] }
      texts.append(((index + 1)..<(end - 1), firstMark(from: end).map { isColon($0) } ?? false))
      index = end
    }
    return texts
  }

  private func isColon(_ index: Int) -> Bool { bytes[index] == UInt8(ascii: ":") }

  /// The offset of the first byte that is no blank.
  private func firstMark(from start: Int) -> Int? {
    bytes[start...].firstIndex { !" \t\r\n".utf8.contains($0) }
  }

  /// The extent of the value of a key of an object.
  private func member(_ key: String, of value: Range<Int>) -> Range<Int>? {
    let name = texts(in: value).first { text, isKey in
      isKey && bytes[text].elementsEqual(key.utf8)
    }
    return name.flatMap { firstMark(from: $0.text.upperBound + 1) }
      .flatMap { firstMark(from: $0 + 1) }.flatMap(valueRange)
  }

  /// Writes `?*` for each `*` among the query items of a component.
  private mutating func requireItems(at start: Int) -> Bool {
    guard let items = valueRange(at: start).flatMap({ member("?", of: $0) }) else { return false }
    let places = texts(in: items).filter { text, isKey in
      !isKey && bytes[text].elementsEqual("*".utf8)
    }.map { $0.text.lowerBound }
    for place in places.reversed() { bytes.insert(UInt8(ascii: "?"), at: place) }
    return !places.isEmpty
  }

  /// Writes `/?*` for the `/*` at the end of the path of a component, or of a text of `paths`.
  private mutating func requireSegment(at start: Int) -> Bool {
    guard let value = valueRange(at: start) else { return false }
    let isText = bytes[start] == UInt8(ascii: "\"")
    guard let path = isText ? value : member("/", of: value), path.count >= 2 else { return false }
    var text = bytes[(path.lowerBound + 1)..<(path.upperBound - 1)]
    while text.last == UInt8(ascii: "/") { text.removeLast() }
    while text.last == UInt8(ascii: "*") { text.removeLast() }
    guard text.last == UInt8(ascii: "/"), bytes[text.endIndex] == UInt8(ascii: "*") else {
      return false
    }
    bytes.insert(UInt8(ascii: "?"), at: text.endIndex)
    return true
  }
}

// MARK: XML

extension RuleText {
  /// The offset of the `>` of the tag that begins at an offset.
  private func tagEnd(from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "<") else { return nil }
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
    }
    return nil
  }

  /// Adds actions and categories to a filter.
  private mutating func declare(_ names: [AndroidName], at start: Int) -> Bool {
    guard let end = tagEnd(from: start), bytes[end - 1] != UInt8(ascii: "/"),
      let next = firstMark(from: end + 1)
    else { return false }
    let elements = names.flatMap { name in
      let kind = name == .view ? "action" : "category"
      return separator(at: next) + Array("<\(kind) android:name=\"\(name.rawValue)\" />".utf8)
    }
    bytes.insert(contentsOf: elements, at: end + 1)
    return true
  }

  private mutating func verify(at start: Int) -> Bool {
    guard let end = tagEnd(from: start) else { return false }
    let name = Array("android:autoVerify".utf8)
    let found = (start..<end).first { bytes[$0...].starts(with: name) }
    if let found { return write("true", nil, at: found) }
    let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
    bytes.insert(
      contentsOf: Array(" android:autoVerify=\"true\"".utf8), at: isEmpty ? end - 1 : end)
    return true
  }

  /// The name and the value of the attribute at an offset, the value without its quotation marks.
  private func attribute(at start: Int) -> (name: Range<Int>, value: Range<Int>)? {
    guard let equals = bytes[start...].firstIndex(of: UInt8(ascii: "=")),
      let open = bytes[equals...].firstIndex(where: { "\"'".utf8.contains($0) }),
      let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
    else { return nil }
    let name = bytes[start..<equals].prefix { !" \t\r\n".utf8.contains($0) }
    return (name.startIndex..<name.endIndex, (open + 1)..<close)
  }

  private mutating func write(_ text: String, _ name: String?, at start: Int) -> Bool {
    // Marks of XML would need escapes.
    guard let (own, value) = attribute(at: start),
      !text.utf8.contains(where: { "<>&\"'".utf8.contains($0) })
    else { return false }
    bytes.replaceSubrange(value, with: text.utf8)
    guard let name else { return true }
    guard let colon = bytes[own].firstIndex(of: UInt8(ascii: ":")) else { return false }
    bytes.replaceSubrange((colon + 1)..<own.upperBound, with: name.utf8)
    return true
  }

  /// Writes two elements for one that has only a prefix.
  private mutating func splitPrefix(_ text: String, at start: Int) -> Bool {
    guard let open = bytes[..<start].lastIndex(of: UInt8(ascii: "<")), let end = tagEnd(from: open),
      let (_, value) = attribute(at: start), value.upperBound < end,
      bytes[open..<start].elementsEqual("<data ".utf8),
      !bytes[(value.upperBound + 1)..<end].contains(UInt8(ascii: "="))
    else { return false }
    let element = Array(bytes[open...end])
    var prefix = RuleText(element)
    var path = RuleText(element)
    guard prefix.write(text + "/", nil, at: start - open),
      path.write(text, "path", at: start - open)
    else { return false }
    let separator = separator(at: open)
    bytes.replaceSubrange(open...end, with: path.bytes + separator + prefix.bytes)
    return true
  }
}
