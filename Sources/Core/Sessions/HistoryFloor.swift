/// Why a history begins where it does.
enum HistoryFloor: Hashable {
  /// The session began there.
  case beginning
  /// The definition was reloaded there.
  case reload
  /// Older events were dropped to bound memory.
  case bound
  /// The daemon restarted from a snapshot taken there.
  case restart

  var reason: String {
    switch self {
    case .beginning: "the session begins there"
    case .reload: "events before the reload of the routes cannot be undone"
    case .bound: "older events are no longer kept"
    case .restart: "events before the restart cannot be undone"
    }
  }
}
