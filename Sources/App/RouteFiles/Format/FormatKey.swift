/// The keys of one kind of mapping in a route file: the table that readers, errors and tests share.
protocol FormatKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// All keys, made once.
  static var all: [Self] { get }
  /// What has these keys, for messages.
  static var owner: String { get }
  /// The keys that must stand there.
  static var required: [Self] { get }
}

/// The keys of a file.
enum FileKey: String, FormatKey {
  case signalbox, plugin, run, swift, links, caseSensitive, gates, coordinators, routes, screens

  static let all = allCases
  static let owner = "a route file"
  static let required: [FileKey] = [.signalbox, .plugin]
}

/// The keys of a gate.
enum GateKey: String, FormatKey {
  case requires, challenge, keep

  static let all = allCases
  static let owner = "a gate"
  static let required: [GateKey] = [.challenge]
}

/// The keys of a coordinator.
enum CoordinatorKey: String, FormatKey {
  case kind, children, start, gates

  static let all = allCases
  static let owner = "a coordinator"
  static let required: [CoordinatorKey] = [.kind]
}

/// The keys of a route.
enum RouteKey: String, FormatKey {
  case path, screen, name, params, query, values, `in`, `as`, parents, gates, `repeat`, redirect

  static let all = allCases
  static let owner = "a route"
  static let required: [RouteKey] = [.path]
  /// What a redirect has no use for: all of this is said by the route that it leads to.
  static let besidesRedirect: [RouteKey] = [
    .screen, .values, .in, .as, .parents, .gates, .repeat,
  ]
  /// What a link for the browser has no use for: no screen is entered.
  static let besidesOutside: [RouteKey] = [
    .screen, .values, .in, .parents, .gates, .repeat,
  ]
}

/// The keys of a screen.
enum ScreenKey: String, FormatKey {
  case title, leave, taps

  static let all = allCases
  static let owner = "a screen"
  static let required: [ScreenKey] = []
}
