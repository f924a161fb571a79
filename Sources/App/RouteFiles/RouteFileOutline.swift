package import Diagnostics

/// The declarations of a route file as they are written, for programs that change the file.
package struct RouteFileOutline: Sendable {
  /// A value: texts without their quotes.
  package indirect enum Value: Hashable, Sendable {
    case text(TextBytes)
    case list([Value])
    case mapping([Entry])
  }

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// The key.
    package let key: TextBytes
    /// The line of the key.
    package let line: Int
    /// The value.
    package let value: Value

    package static func == (left: Self, right: Self) -> Bool {
      left.key == right.key && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(value)
    }
  }

  /// The keys of the file in order. A list has the lines of its items as keys.
  package let entries: [Entry]

  /// Reads a file.
  /// - Returns: `nil` if it is no YAML that route files support, or no mapping.
  package init?(_ bytes: [UInt8]) {
    let (root, errors, _) = YAMLNodeReader.read(bytes, file: "")
    guard let root, errors.inOrder.isEmpty, case .mapping = root.content,
      case .mapping(let entries) = Self.value(root)
    else { return nil }
    self.entries = entries
  }

  private static func value(_ node: YAMLNode) -> Value {
    switch node.content {
    case .scalar(let text, _): .text(TextBytes(text))
    case .sequence(let items): .list(items.map(value))
    case .mapping(let entries):
      .mapping(
        entries.map { entry in
          Entry(
            key: TextBytes(entry.key), line: entry.keyPlace.position(in: "").line,
            value: value(entry.value))
        })
    case .refused: .list([])
    }
  }
}
