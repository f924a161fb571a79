import Diagnostics

/// A mapping whose keys are known.
struct Fields<Key: FormatKey> {
  /// Where the mapping begins, or the name that it stands under.
  let position: SourcePosition
  private var entries: [Key: YAMLEntry] = [:]

  init(position: SourcePosition) {
    self.position = position
  }

  /// The value of a key; `nil` if the key is not there.
  subscript(key: Key) -> YAMLNode? { entries[key]?.value }

  /// Where a key stands; `nil` if it is not there.
  func keyPosition(_ key: Key) -> SourcePosition? { entries[key]?.keyPosition }

  mutating func insert(_ entry: YAMLEntry, for key: Key) { entries[key] = entry }
}
