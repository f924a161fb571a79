import Diagnostics

/// Builds the nodes of a file from libyaml's events.
///
/// Anchors, aliases, tags, several documents, merge keys and keys that are not texts are errors.
/// Errors that prevent further reading (broken syntax, a limit) are thrown; others are collected.
struct YAMLNodeReader {
  private let events: YAMLEventSource
  private let file: String
  private var nodeCount = 0
  private var errors = ErrorList()
  /// The places of mappings with an omitted entry.
  private var incomplete: Set<TextPlace> = []

  /// Reads a whole file.
  ///
  /// - Returns: The root node (`nil` if the end could not be reached), all errors, and the places
  ///   of mappings that lost an entry to an error.
  static func read(
    _ bytes: [UInt8], file: String
  ) -> (root: YAMLNode?, errors: ErrorList, incomplete: Set<TextPlace>) {
    bytes.withUnsafeBufferPointer { buffer in
      var errors = ErrorList()
      do throws(Diagnostic) {
        try ByteCheck.check(buffer, file: file)
      } catch {
        errors.append(error)
        return (nil, errors, [])
      }
      var reader = YAMLNodeReader(events: YAMLEventSource(buffer, file: file), file: file)
      do throws(Diagnostic) {
        return (try reader.document(), reader.errors, reader.incomplete)
      } catch {
        reader.errors.append(error)
        return (nil, reader.errors, [])
      }
    }
  }

  private init(events: YAMLEventSource, file: String) {
    self.events = events
    self.file = file
  }

  private mutating func document() throws(Diagnostic) -> YAMLNode {
    var event = try events.next()
    if event.kind == .streamStart { event = try events.next() }
    guard event.kind == .documentStart else {
      throw .empty(at: SourcePosition(file: file, line: 1, column: 1))
    }
    let root = try node(try events.next(), depth: 0)
    if root.isNull { throw .empty(at: at(root.place)) }
    event = try events.next()
    if event.kind == .documentEnd { event = try events.next() }
    if event.kind != .streamEnd { throw .severalDocuments(at: at(event.place)) }
    return root
  }

  private func at(_ place: TextPlace) -> SourcePosition { place.position(in: file) }

  /// Reads the node that starts with an event.
  ///
  /// - Parameter depth: The nesting depth, which ends the recursion at `FileLimits.depthMax`.
  private mutating func node(_ event: YAMLEvent, depth: Int) throws(Diagnostic) -> YAMLNode {
    nodeCount += 1
    if nodeCount > FileLimits.nodesMax { throw .tooManyNodes(at: at(event.place)) }
    let isContainer = event.kind == .sequenceStart || event.kind == .mappingStart
    if isContainer, depth >= FileLimits.depthMax { throw .tooDeep(at: at(event.place)) }
    if event.hasAnchor { errors.append(.anchor(at: at(event.place))) }
    if event.hasTag { errors.append(.tag(at: at(event.place))) }
    let content: YAMLNode.Content
    switch event.kind {
    case .scalar: content = scalar(event)
    case .scalarTooLong:
      errors.append(.longText(at: at(event.place)))
      content = .refused
    case .alias:
      errors.append(.alias(at: at(event.place)))
      content = .refused
    case .sequenceStart: content = .sequence(try items(depth: depth + 1))
    case .mappingStart: content = .mapping(try entries(depth: depth + 1, of: event.place))
    default:
      throw .syntax(
        problem: "the text ends too early", context: nil, isAtTab: false, at: at(event.place))
    }
    return YAMLNode(content: content, place: event.place)
  }

  /// A text; refuses control characters from escapes such as `"\0"`.
  private mutating func scalar(_ event: YAMLEvent) -> YAMLNode.Content {
    let (text, control) = events.withScalar { bytes in
      (String(decoding: bytes, as: UTF8.self), bytes.first(where: isRefusedControl))
    }
    guard let control else { return .scalar(text, isPlain: event.isPlain) }
    errors.append(.controlCharacter(UInt32(control), at: at(event.place)))
    return .refused
  }

  private mutating func items(depth: Int) throws(Diagnostic) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try events.next()
      if event.kind == .sequenceEnd { return items }
      items.append(try node(event, depth: depth))
    }
  }

  private mutating func entries(
    depth: Int, of place: TextPlace
  ) throws(Diagnostic) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(4)
    var seen = FirstPlaces<TextPlace>()
    while true {
      let event = try events.next()
      if event.kind == .mappingEnd { return entries }
      let key = try node(event, depth: depth)
      let value = try node(try events.next(), depth: depth)
      guard let text = keyText(key) else {
        incomplete.insert(place)
        continue
      }
      if let existing = seen.insert(text, key.place) {
        incomplete.insert(place)
        errors.append(.duplicateKey(text, existingAt: at(existing), at: at(key.place)))
      } else {
        entries.append(YAMLEntry(key: text, keyPlace: key.place, value: value))
      }
    }
  }

  /// The text of a key; refuses other nodes, and `<<`, the merge key of YAML 1.1.
  private mutating func keyText(_ key: YAMLNode) -> String? {
    switch key.content {
    case .scalar(let text, let isPlain):
      if isPlain, sameBytes(text, "<<") {
        errors.append(.mergeKey(at: at(key.place)))
        return nil
      }
      if key.isNull {
        errors.append(.keyWithoutText(at: at(key.place)))
        return nil
      }
      return text
    case .sequence, .mapping:
      errors.append(.keyWithoutText(at: at(key.place)))
      return nil
    case .refused: return nil
    }
  }
}

/// Whether a byte is a character that no text has, even if it is written as an escape.
func isRefusedControl(_ byte: UInt8) -> Bool {
  byte.isControl && byte != 0x09 && byte != 0x0A
}
