import Diagnostics
import Navigation

/// Readers of values. Each takes the key of the value for messages; errors are collected, and `nil`
/// or a shorter list is returned. What is read in many places is not inlined: copies of copies took
/// the optimizer 9 s.
extension DraftReader {
  /// A mapping with known keys.
  ///
  /// - Parameter at: The position of errors about missing keys, if not the start of the mapping.
  mutating func fields<Key: FormatKey>(
    of node: YAMLNode, key: String, at position: SourcePosition? = nil
  ) -> Fields<Key>? {
    let isRoot = sameBytes(key, Key.owner)
    if isRoot, [.list, .text].contains(node.kind), !node.isNull {
      errors.append(
        .wrongRoot(
          of: key, keys: Key.all.map(\.rawValue), found: node.kind, at: at(node.place)))
      return nil
    }
    let kind = "a mapping with the keys of \(Key.owner)"
    guard let entries = entries(node, of: key, kind) else { return nil }
    var fields = Fields<Key>(position: position ?? at(node.place), capacity: entries.count)
    for entry in entries {
      if let key = Key.all.first(where: { sameBytes($0.rawValue, entry.key) }) {
        fields.insert(entry, for: key)
      } else {
        if let key = refuseKey(entry, of: Key.self) { fields.misspelt.append(key) }
      }
    }
    if isIncomplete(node) {
      fields.isIncomplete = true
      errors.countLeftOut()
    }
    for key in Key.required where fields.lacks(key) {
      errors.append(
        .missingKey(
          needs: "'\(key.rawValue)'", owner: Key.owner, line: key.line, at: fields.position))
    }
    return fields
  }

  /// A mapping with arbitrary names as keys and values read by `read`.
  mutating func named<Value>(
    _ node: YAMLNode?, of key: String, isParameter: Bool = false,
    _ read: (inout Self, Located<String>, YAMLNode) -> Value?
  ) -> [Value] {
    guard let node, let entries = entries(node, of: key, "a mapping of names") else { return [] }
    if isIncomplete(node) { errors.countLeftOut() }
    var values: [Value] = []
    values.reserveCapacity(entries.count)
    for entry in entries {
      let name = entry.key
      let isName = isParameter ? NameText.isParameterName(name) : NameText.isName(name)
      if !isName {
        errors.append(
          .invalidName(name, key: key, isParameter: isParameter, at: at(entry.keyPlace)))
      }
      let value = read(&self, Located(name, at: at(entry.keyPlace)), entry.value)
      if isName, let value { values.append(value) }
    }
    return values
  }

  /// A mapping of texts to texts.
  mutating func pairs(
    _ node: YAMLNode?, of key: String, _ expected: String
  ) -> [(from: Located<String>, to: Located<String>)] {
    guard let node, let entries = entries(node, of: key, "a mapping of names") else { return [] }
    return entries.compactMap { entry in
      text(entry.value, of: entry.key, expected).map {
        (from: Located(entry.key, at: at(entry.keyPlace)), to: $0)
      }
    }
  }

  /// A text; a number is taken as written.
  @inline(never)
  mutating func text(
    _ node: YAMLNode, of key: String, _ expected: String, mayBeEmpty: Bool = false
  ) -> Located<String>? {
    guard !isMissing(node, of: key, expected) else { return nil }
    guard case .scalar(let text, _) = node.content else {
      refuseType(of: node, key: key, expected, .text)
      return nil
    }
    if text.utf8.isEmpty, !mayBeEmpty {
      errors.append(
        .badValue(key: key, value: text, expected: expected, at: at(node.place)))
      return nil
    }
    return Located(text, at: at(node.place))
  }

  /// A valid name; see `NameText`.
  @inline(never)
  mutating func name(_ node: YAMLNode, of key: String) -> Located<String>? {
    guard let text = text(node, of: key, "a name") else { return nil }
    guard NameText.isName(text.value) else {
      errors.append(.invalidName(text.value, key: key, isParameter: false, at: at(node.place)))
      return nil
    }
    return text
  }

  /// A mapping of any texts to texts.
  mutating func textsByKey(
    _ node: YAMLNode, of key: String
  ) -> [(key: String, text: String)] {
    guard let entries = entries(node, of: key, "a mapping of texts") else { return [] }
    return entries.compactMap { entry in
      text(entry.value, of: entry.key, "a text").map { (entry.key, $0.value) }
    }
  }

  /// The version of a file's format, which is 1.
  mutating func requireVersion(_ node: YAMLNode, of key: String) {
    guard let version = text(node, of: key, "the number 1"), !sameBytes(version.value, "1") else {
      return
    }
    errors.append(
      .badValue(
        key: key, value: version.value, expected: "the number 1", at: at(node.place)))
  }

  /// A list of distinct names, or one name.
  @inline(never)
  mutating func names(_ node: YAMLNode?, of key: String) -> [Located<String>] {
    guard let node else { return [] }
    let names = list(node, of: key, "a list of names") { $0.name($1, of: key) }
    _ = checkItems(names, of: key)
    return names
  }

  /// A list of distinct texts, or one text.
  @inline(never)
  mutating func texts(
    _ node: YAMLNode, of key: String, _ expected: String
  ) -> [Located<String>] {
    let texts = list(node, of: key, expected) { $0.text($1, of: key, expected) }
    _ = checkItems(texts, of: key)
    return texts
  }

  /// A list whose items are read by `read`; a single text counts as a list of one.
  mutating func list<Value>(
    _ node: YAMLNode, of key: String, _ expected: String,
    _ read: (inout Self, YAMLNode) -> Value?
  ) -> [Value] {
    if case .scalar = node.content, !node.isNull { return read(&self, node).map { [$0] } ?? [] }
    guard let items = items(node, of: key, expected) else { return [] }
    return items.compactMap { read(&self, $0) }
  }

  /// The items of a list.
  mutating func items(_ node: YAMLNode, of key: String, _ expected: String) -> [YAMLNode]? {
    guard !isMissing(node, of: key, expected) else { return nil }
    guard case .sequence(let items) = node.content else {
      refuseType(of: node, key: key, expected, .list)
      return nil
    }
    return items
  }

  /// `true`, `yes`, `on` or `false`, `no`, `off`, without quotes (YAML 1.1).
  mutating func bool(_ node: YAMLNode, of key: String) -> Bool? {
    let expected = "true or false, in lower case and without quotes"
    guard let text = text(node, of: key, expected) else { return nil }
    if case .scalar(_, isPlain: true) = node.content {
      if ["true", "yes", "on"].contains(where: { sameBytes($0, text.value) }) { return true }
      if ["false", "no", "off"].contains(where: { sameBytes($0, text.value) }) { return false }
    }
    errors.append(
      .badValue(key: key, value: text.value, expected: expected, at: at(node.place)))
    return nil
  }

  /// One of a fixed set of words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode, of key: String
  ) -> Word? {
    if case .scalar(let text, _) = node.content,
      let word = Word.allCases.first(where: { sameBytes($0.rawValue, text) })
    {
      return word
    }
    let words = Word.allCases.map(\.rawValue)
    let expected = "one of \(words.joined(separator: ", "))"
    guard let text = text(node, of: key, expected) else { return nil }
    let near = errors.isFull ? nil : nearest(to: text.value, in: words)
    errors.append(
      .badValue(key: key, value: text.value, expected: expected, nearest: near, at: at(node.place)))
    return nil
  }

  /// Milliseconds, from 1 to `FileLimits.durationMillisecondsMax`.
  mutating func duration(_ node: YAMLNode, of key: String) -> Int64? {
    let expected =
      "a duration such as 500ms, 30s, 10m, 2h or 1d, above 0 and up to ten years (3650d)"
    guard let text = text(node, of: key, expected) else { return nil }
    if let found = milliseconds(of: text.value),
      (1...FileLimits.durationMillisecondsMax).contains(found)
    {
      return found
    }
    errors.append(
      .badValue(key: key, value: text.value, expected: expected, at: at(node.place)))
    return nil
  }

  /// Whether all items of a list are distinct; reports duplicates.
  mutating func checkItems(_ items: [Located<String>], of key: String) -> Bool {
    guard items.count > 1 else { return true }
    var seen = FirstPlaces<SourcePosition>()
    var isEveryItemNew = true
    for item in items {
      guard let position = item.position,
        let existing = seen.insert(item.value, position)
      else { continue }
      isEveryItemNew = false
      errors.append(.duplicateItem(item.value, key: key, existingAt: existing, at: position))
    }
    return isEveryItemNew
  }

  /// Reports a mapping that must not be empty.
  mutating func refuseEmpty(_ node: YAMLNode, of key: String, _ expected: String) {
    errors.append(.badValue(key: key, value: "{}", expected: expected, at: at(node.place)))
  }

  private mutating func entries(
    _ node: YAMLNode, of key: String, _ expected: String
  ) -> [YAMLEntry]? {
    guard !isMissing(node, of: key, expected) else { return nil }
    guard case .mapping(let entries) = node.content else {
      refuseType(of: node, key: key, expected, .mapping)
      return nil
    }
    return entries
  }

  private mutating func isMissing(_ node: YAMLNode, of key: String, _ expected: String) -> Bool {
    guard node.isNull else { return false }
    errors.append(.missingValue(key: key, expected: expected, at: at(node.place)))
    return true
  }

  private mutating func refuseType(
    of node: YAMLNode, key: String, _ expected: String, _ wanted: YAMLNode.Kind
  ) {
    if case .refused = node.content { return errors.countLeftOut() }
    errors.append(
      .wrongType(
        key: key, expected: expected, wanted: wanted, found: node.kind, at: at(node.place)))
  }

  /// Reports an unknown key; returns the known one that is probably meant.
  private mutating func refuseKey<Key: FormatKey>(_ entry: YAMLEntry, of: Key.Type) -> Key? {
    guard !errors.isFull else { return nil }
    let meant = Key.meant(by: entry.key)
    errors.append(
      .unknownKey(
        entry.key, owner: Key.owner, nearest: meant?.rawValue, known: Key.all.map(\.rawValue),
        at: at(entry.keyPlace)))
    return meant
  }
}
