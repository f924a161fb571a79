import Diagnostics
import Links

/// Builds the nodes of a file out of libyaml's events.
///
/// Refused are anchors, aliases, tags, several documents, merge keys, and keys that are no texts.
/// What cannot be read on (broken syntax, a limit) is thrown; everything else is collected.
struct YAMLNodeReader {
  private let events: YAMLEventSource
  private let file: String
  private var nodeCount = 0
  private var errors = ErrorList()

  /// Reads a whole file.
  /// - Returns: The file's node (`nil` if it could not be read to its end) and all errors.
  static func read(_ bytes: [UInt8], file: String) -> (root: YAMLNode?, errors: ErrorList) {
    bytes.withUnsafeBufferPointer { buffer in
      var errors = ErrorList()
      do throws(RouteFileError) {
        try TextCheck.check(buffer, file: file)
      } catch {
        errors.append(error)
        return (nil, errors)
      }
      var reader = YAMLNodeReader(events: YAMLEventSource(buffer, file: file), file: file)
      do throws(RouteFileError) {
        return (try reader.document(), reader.errors)
      } catch {
        reader.errors.append(error)
        return (nil, reader.errors)
      }
    }
  }

  private init(events: YAMLEventSource, file: String) {
    self.events = events
    self.file = file
  }

  private mutating func document() throws(RouteFileError) -> YAMLNode {
    var event = try events.next()
    if event.kind == .streamStart { event = try events.next() }
    guard event.kind == .documentStart else {
      throw .empty(at: SourcePosition(file: file, line: 1, column: 1))
    }
    let root = try node(try events.next(), depth: 0)
    if root.isNull { throw .empty(at: root.position) }
    event = try events.next()
    if event.kind == .documentEnd { event = try events.next() }
    if event.kind != .streamEnd { throw .unsupported(.severalDocuments, at: event.position) }
    return root
  }

  /// Reads the node that begins with the event.
  /// - Parameter depth: Lists and mappings around it; the recursion ends at `FileLimits.depthMax`.
  private mutating func node(_ event: YAMLEvent, depth: Int) throws(RouteFileError) -> YAMLNode {
    nodeCount += 1
    if nodeCount > FileLimits.nodesMax { throw .limit(.nodes, at: event.position) }
    let isContainer = event.kind == .sequenceStart || event.kind == .mappingStart
    if isContainer, depth >= FileLimits.depthMax { throw .limit(.depth, at: event.position) }
    if event.hasAnchor { errors.append(.unsupported(.anchor, at: event.position)) }
    if event.hasTag { errors.append(.unsupported(.tag, at: event.position)) }
    var node = YAMLNode(content: .refused, position: event.position)
    switch event.kind {
    case .scalar(let text, let isPlain):
      if let control = controlCharacter(in: text) {
        errors.append(.controlCharacter(control, at: event.position))
      } else {
        node.content = .scalar(text, isPlain: isPlain)
      }
    case .scalarTooLong: errors.append(.limit(.scalarBytes, at: event.position))
    case .alias: errors.append(.unsupported(.alias, at: event.position))
    case .sequenceStart: node.content = .sequence(try items(depth: depth + 1))
    case .mappingStart: node.content = .mapping(try entries(depth: depth + 1))
    default:
      throw .syntax(
        problem: "the text ends too early", context: nil, isAtTab: false, at: event.position)
    }
    return node
  }

  private mutating func items(depth: Int) throws(RouteFileError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try events.next()
      if event.kind == .sequenceEnd { return items }
      items.append(try node(event, depth: depth))
    }
  }

  private mutating func entries(depth: Int) throws(RouteFileError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var seen: [[UInt8]: SourcePosition] = [:]
    while true {
      let event = try events.next()
      if event.kind == .mappingEnd { return entries }
      let key = try node(event, depth: depth)
      let value = try node(try events.next(), depth: depth)
      guard let text = keyText(key) else { continue }
      if let existing = seen.updateValue(key.position, forKey: Array(text.utf8)) {
        errors.append(.duplicateKey(text, existingAt: existing, at: key.position))
      } else {
        entries.append(YAMLEntry(key: text, keyPosition: key.position, value: value))
      }
    }
  }

  /// The text of a key; refuses what is no text, and `<<`, which YAML 1.1 takes as "merge".
  private mutating func keyText(_ key: YAMLNode) -> String? {
    switch key.content {
    case .scalar(let text, let isPlain):
      if isPlain, sameBytes(text, "<<") {
        errors.append(.unsupported(.mergeKey, at: key.position))
        return nil
      }
      if key.isNull {
        errors.append(.unsupported(.keyWithoutText, at: key.position))
        return nil
      }
      return text
    case .sequence, .mapping:
      errors.append(.unsupported(.keyWithoutText, at: key.position))
      return nil
    case .refused: return nil
    }
  }

  /// The first control character that an escape such as `"\0"` has put into a text.
  private func controlCharacter(in text: String) -> UInt32? {
    text.utf8.first { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || $0 == 0x7F }.map { UInt32($0) }
  }
}
