/// A component of an association file.
struct AssociationRule: Hashable {
  /// `/`
  let path: String
  /// `#`; `nil` if every fragment matches.
  var fragment: String?
  /// `?`, by item.
  var query: [Item] = []
  var isCaseSensitive = true
  var isExcluded = false

  /// A pattern for the items with a name.
  struct Item: Hashable {
    let name: String
    let pattern: String
  }

  func matchesSame(as other: AssociationRule) -> Bool {
    path == other.path && fragment == other.fragment && query == other.query
      && isCaseSensitive == other.isCaseSensitive
  }
}

/// The part of a link that has the routes of a base.
enum LinkSpace: Hashable {
  case path
  /// The fragment of links with this path.
  case fragment(path: [[UInt8]])

  /// The part of a link that contains the segments.
  var part: WrittenPart {
    switch self {
    case .path: .path
    case .fragment: .fragment
    }
  }
}
