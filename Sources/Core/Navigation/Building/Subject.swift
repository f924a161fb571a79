/// The kind of thing that a name refers to, in the words of the file format.
enum Subject: String {
  case plugin, gate, source, coordinator, screen, route, tap, parameter

  /// Whether the tree of coordinators, or what it shows, depends on it.
  var concernsTree: Bool { self == .gate || self == .coordinator }

  /// The part of a plugin that declares it.
  var part: UnreadParts {
    switch self {
    case .gate: .gates
    case .source: .sources
    case .coordinator: .coordinators
    case .screen: .screens
    case .plugin, .route, .tap, .parameter: .routes
    }
  }
}
