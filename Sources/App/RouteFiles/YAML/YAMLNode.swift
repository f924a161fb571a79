import Diagnostics

/// A text, list or mapping with its position.
struct YAMLNode {
  enum Content {
    /// A text; plain if it is neither quoted nor a block.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// Entries in file order with distinct keys, compared as bytes.
    case mapping([YAMLEntry])
    /// A node that already has an error; readers ignore it.
    case refused
  }

  var content: Content
  var place: TextPlace

  /// Whether the value is missing: `~`, `null` or nothing, unquoted (YAML 1.1).
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    switch text.utf8.count {
    case 0: return true
    case 1: return sameBytes(text, "~")
    case 4: return ["null", "Null", "NULL"].contains { sameBytes($0, text) }
    default: return false
    }
  }

  /// The kind of a node, for messages.
  enum Kind: String {
    case text = "a text"
    case list = "a list"
    case mapping = "a mapping"
    case refused = "an unsupported node"
  }

  var kind: Kind {
    switch content {
    case .scalar: .text
    case .sequence: .list
    case .mapping: .mapping
    case .refused: .refused
    }
  }
}

struct YAMLEntry {
  var key: String
  var keyPlace: TextPlace
  var value: YAMLNode
}
