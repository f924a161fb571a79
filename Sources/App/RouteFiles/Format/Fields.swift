import Diagnostics
import Links

/// A mapping whose keys are known.
struct Fields<Key: FormatKey> {
  /// The start of the mapping, or its name's position.
  let position: SourcePosition
  private var entries: [YAMLEntry] = []

  init(position: SourcePosition, capacity: Int) {
    self.position = position
    entries.reserveCapacity(capacity)
  }

  /// The value of a key; `nil` if absent.
  subscript(key: Key) -> YAMLNode? { entry(key)?.value }

  /// The position of a key; `nil` if absent.
  func keyPosition(_ key: Key) -> SourcePosition? {
    entry(key)?.keyPlace.position(in: position.file)
  }

  /// Adds an entry; returns whether its key is known.
  mutating func insert(_ entry: YAMLEntry) { entries.append(entry) }

  // Linear, since mappings have few keys.
  private func entry(_ key: Key) -> YAMLEntry? {
    let word = key.rawValue
    for index in entries.indices where sameBytes(entries[index].key, word) { return entries[index] }
    return nil
  }
}
