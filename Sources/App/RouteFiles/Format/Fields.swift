import Diagnostics
import Links

/// A mapping whose keys are known.
struct Fields<Key: FormatKey> {
  /// Where the mapping begins, or the name that it stands under.
  let position: SourcePosition
  private var entries: [YAMLEntry] = []

  init(position: SourcePosition, capacity: Int) {
    self.position = position
    entries.reserveCapacity(capacity)
  }

  /// The value of a key; `nil` if the key is not there.
  subscript(key: Key) -> YAMLNode? { entry(key)?.value }

  /// Where a key stands; `nil` if it is not there.
  func keyPosition(_ key: Key) -> SourcePosition? {
    entry(key)?.keyPlace.position(in: position.file)
  }

  /// Takes an entry whose key is one of those that are known.
  mutating func insert(_ entry: YAMLEntry) { entries.append(entry) }

  /// Mappings have few keys, and none twice.
  private func entry(_ key: Key) -> YAMLEntry? {
    let word = key.rawValue
    for index in entries.indices where sameBytes(entries[index].key, word) { return entries[index] }
    return nil
  }
}
