import Links

/// One text, list or mapping of a file, with the place where it begins.
struct YAMLNode {
  enum Content {
    /// A text; plain means that it stands without quotes and is no block.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// Entries in the order of the file; no two keys have the same bytes.
    case mapping([YAMLEntry])
    /// What has an error of its own already; its readers keep silent about it.
    case refused
  }

  var content: Content
  var place: TextPlace

  /// Whether nothing stands here: `~`, `null` or no text at all, without quotes (YAML 1.1).
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    switch text.utf8.count {
    case 0: return true
    case 1: return sameBytes(text, "~")
    case 4: return ["null", "Null", "NULL"].contains { sameBytes($0, text) }
    default: return false
    }
  }

  /// What messages call it.
  enum Kind: String {
    case text = "a text"
    case list = "a list"
    case mapping = "a mapping"
    case refused = "what is not supported"
  }

  /// What it is, for messages.
  var kind: Kind {
    switch content {
    case .scalar: .text
    case .sequence: .list
    case .mapping: .mapping
    case .refused: .refused
    }
  }
}

/// One key of a mapping with its value.
struct YAMLEntry {
  var key: String
  var keyPlace: TextPlace
  var value: YAMLNode
}
