import Diagnostics

/// Declarations of a draft that exist but could not be read.
package struct UnreadParts: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  // Of a plugin: some declarations of a kind.
  package static let gates = UnreadParts(rawValue: 1)
  package static let coordinators = UnreadParts(rawValue: 2)
  package static let screens = UnreadParts(rawValue: 4)
  package static let routes = UnreadParts(rawValue: 8)
  package static let bases = UnreadParts(rawValue: 16)
  package static let sources = UnreadParts(rawValue: 256)
  /// Everything that a plugin declares.
  package static let declarations: UnreadParts = [
    gates, coordinators, screens, routes, bases, sources,
  ]

  // Of a route.
  /// What decides which links it matches: the path, its types, the query items.
  package static let links = UnreadParts(rawValue: 32)
  /// The screen, the redirect or the browser.
  package static let target = UnreadParts(rawValue: 64)
  /// The values that its screen receives in addition to those of the link.
  package static let values = UnreadParts(rawValue: 128)
}

/// What is missing in a definition that was built from plugins with errors. Findings that could be
/// mere consequences are not reported.
package struct DefinitionGaps: Sendable {
  /// Kinds with unread declarations; `.target` if any route's target is unknown.
  package internal(set) var unread: UnreadParts = []
  /// Whether the parents of all coordinators are known, so that there must be one root.
  package internal(set) var areParentsKnown = true
  /// Whether the gates and first screens of all coordinators are known, and all challenges.
  package internal(set) var isTreeKnown = true
  /// The routes of the definition whose target is unknown or has an error.
  package internal(set) var routesWithoutTarget: Set<Int> = []
  /// The screens that left out routes show.
  private var screens: Set<TextBytes> = []
  private var patterns: Set<TextBytes> = []
  /// The literal segments that the paths of left out routes begin with, in lower case.
  private var beginnings: Set<[String]> = []

  package init() {}

  package var isEmpty: Bool {
    unread.isEmpty && areParentsKnown && isTreeKnown && patterns.isEmpty
      && routesWithoutTarget.isEmpty
  }

  mutating func leaveOut(_ route: RouteDraft) {
    patterns.insert(TextBytes(route.path.value))
    beginnings.insert(Self.beginning(of: route.path.value).segments)
    if let screen = route.screen { screens.insert(TextBytes(screen.value)) }
    if route.unread.contains(.target), route.redirect == nil { unread.insert(.target) }
  }

  func leavesOut(pattern: String) -> Bool { patterns.contains(TextBytes(pattern)) }

  package func mayShow(screen: String) -> Bool {
    !unread.isDisjoint(with: [.routes, .target]) || screens.contains(TextBytes(screen))
  }

  /// Whether an omitted route could match a link, or the link that a text with `:name` becomes,
  /// judging by the literal segments at the start of both.
  package func mayMatch(_ link: String) -> Bool {
    guard !unread.contains(.routes) else { return true }
    // A link with a base of its own.
    guard link.utf8.first == UInt8(ascii: "/") else {
      return !beginnings.isEmpty || unread.contains(.bases)
    }
    let (segments, isWhole) = Self.beginning(of: link)
    return beginnings.contains { beginning in
      guard !isWhole || beginning.count <= segments.count else { return false }
      return zip(beginning, segments).allSatisfy { sameBytes($0, $1) }
    }
  }

  /// The literal segments at the start of a pattern or a link, in lower case, and whether these are
  /// all of its segments.
  private static func beginning(of text: String) -> (segments: [String], isWhole: Bool) {
    let path = text.utf8.prefix { !special.contains($0) }
    let isWhole =
      path.endIndex == text.utf8.endIndex || ends.contains(text.utf8[path.endIndex])
    var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if !isWhole { segments.removeLast() }
    return (
      segments.filter { !$0.isEmpty }.map {
        String(decoding: $0.map { $0.folded }, as: UTF8.self)
      },
      isWhole
    )
  }

  /// Begin the query or the fragment of a link.
  private static let ends = Array("?#".utf8)
  private static let special = Array(":*({+\\".utf8) + ends
}

extension AppDefinition {
  /// Whether a refused link, or one that it is redirected to, may match a route that is left out,
  /// or is redirected by a route whose target has an error.
  package func leads(_ link: String, into gaps: DefinitionGaps) -> Bool {
    guard !gaps.isEmpty else { return false }
    var text = link
    let hops = text.withUTF8 { resolution(of: UnsafeRawBufferPointer($0)).hops }
    return hops.contains { gaps.routesWithoutTarget.contains($0.route.index) }
      || gaps.mayMatch(hops.last?.link ?? link)
  }
}
