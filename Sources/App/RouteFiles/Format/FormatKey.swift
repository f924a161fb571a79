import Diagnostics

/// The keys of one kind of mapping: a table shared by readers, errors and tests.
package protocol FormatKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// All keys, built once.
  static var all: [Self] { get }
  /// The owner of the keys, for messages.
  static var owner: String { get }
  /// The required keys.
  static var required: [Self] { get }
  /// What the key is for.
  var meaning: String { get }
  /// The values that it takes.
  var shape: KeyShape { get }
  /// What other routers call the keys, for "did you mean".
  static var otherNames: [Self: [String]] { get }
}

extension FormatKey {
  package static var otherNames: [Self: [String]] { [:] }

  /// The key that an unknown one probably means.
  static func meant(by word: String) -> Self? {
    otherNames.first { $0.value.contains(word) }?.key
      ?? nearest(to: word, in: all.map(\.rawValue)).flatMap(Self.init)
  }

  /// The line to add if the key is absent; `nil` if it is not always the same.
  var line: String? {
    if case .version = shape { "\(rawValue): 1" } else { nil }
  }
}

package enum FileKey: String, FormatKey {
  case signalbox, plugin, run, env, swift, links, caseSensitive, gates, sources, coordinators
  case routes
  case extend, omit, screens, never

  package static let all = allCases
  package static let owner = "a route file"
  package static let required: [FileKey] = [.signalbox, .plugin]
}

package enum GateKey: String, FormatKey {
  case requires, challenge, keep, lapses

  package static let all = allCases
  package static let owner = "a gate"
  package static let required: [GateKey] = [.challenge]
}

/// When a gate closes by itself.
package enum LapseKey: String, FormatKey {
  case background, after, keep

  package static let all = allCases
  package static let owner = "a lapse"
  package static let required: [LapseKey] = []
}

package enum SourceKey: String, FormatKey {
  case signed, consent

  package static let all = allCases
  package static let owner = "a source"
  package static let required: [SourceKey] = []
}

/// What a signature covers.
package enum SignatureKey: String, FormatKey {
  case items

  package static let all = allCases
  package static let owner = "a signature"
  package static let required = allCases
}

package enum CoordinatorKey: String, FormatKey {
  case kind, children, start, gates, back

  package static let all = allCases
  package static let owner = "a coordinator"
  package static let required: [CoordinatorKey] = [.kind]
}

package enum RouteKey: String, FormatKey {
  case path, screen, name, params, query, parts, values, links, `in`, `as`, parents, gates, guests,
    from, consent, `else`, `repeat`, intent, redirect, allow

  package static let all = allCases
  package static let owner = "a route"
  package static let required: [RouteKey] = [.path]
  /// Keys that cannot be combined with `redirect`: the target route determines them.
  package static let excludedByRedirect: [RouteKey] = [
    .screen, .values, .in, .as, .parents, .gates, .guests, .from, .consent, .else, .repeat, .intent,
    .allow,
  ]
  /// Keys that cannot be combined with `as: outside` and `as: refuse`, which enter no screen.
  package static let excludedWithoutScreen: [RouteKey] = [
    .screen, .values, .in, .parents, .gates, .guests, .from, .consent, .else, .repeat, .intent,
    .allow,
  ]
}

package enum GroupKey: String, FormatKey {
  case links, routes

  package static let all = allCases
  package static let owner = "a group of routes"
  package static let required = allCases
}

package enum ScreenKey: String, FormatKey {
  case title, leave, taps, allow

  package static let all = allCases
  package static let owner = "a screen"
  package static let required: [ScreenKey] = []
}

/// A mapping whose keys are known.
struct Fields<Key: FormatKey> {
  /// The start of the mapping, or its name's position.
  let position: SourcePosition
  /// The known keys that unknown ones probably mean.
  var misspelt: [Key] = []
  /// Whether an entry could not be read.
  var isIncomplete = false
  private var keys: [Key] = []
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

  /// Whether a key is absent, and no entry can be meant that could not be read.
  func lacks(_ key: Key) -> Bool {
    entry(key) == nil && !isIncomplete && !misspelt.contains(key)
  }

  mutating func insert(_ entry: YAMLEntry, for key: Key) {
    keys.append(key)
    entries.append(entry)
  }

  // Linear, since mappings have few keys.
  private func entry(_ key: Key) -> YAMLEntry? {
    keys.firstIndex(of: key).map { entries[$0] }
  }
}
