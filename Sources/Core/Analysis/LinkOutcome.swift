public import Diagnostics
import Links
public import Navigation

/// What a link opens after redirects, in the terms in which two versions of an app are compared.
public enum LinkOutcome: Hashable, Sendable {
  /// A screen, or the browser.
  case opens(Opened)
  /// Nothing; the reason is a word such as `not-found`.
  case refused(reason: String)

  /// Where a link leads.
  public struct Opened: Hashable, Sendable {
    /// The path of the route that the link matches, before redirects.
    public let route: String
    /// Where that path is written.
    public let position: SourcePosition?
    /// The screen; nil for the browser.
    public let screen: String?
    /// The owning coordinator; nil if the route has none.
    public let coordinator: String?
    /// The gates that an external link requires: those of the route, of the screens beneath its
    /// screen, and of the coordinators of both.
    public let gates: [String]

    /// The outcome of a link that matches the route `first` and ends at `route`; without redirects
    /// they are the same.
    init(_ route: Route, by first: Route, in definition: AppDefinition) {
      self.route = first.pattern
      position = first.position
      var screen: String?
      if case .screen(let id) = route.target { screen = definition[id].name }
      self.screen = screen
      coordinator = route.coordinator.map { definition[$0].name }
      gates = definition.gatesOnTheWay(to: route).members.map { definition[$0].name }
    }

    /// Compares all but the position.
    public static func == (left: Self, right: Self) -> Bool {
      left.bytes == right.bytes
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    private var bytes: [[UInt8]] {
      ([route, screen ?? "", coordinator ?? ""] + gates).map { Array($0.utf8) }
    }
  }

  /// Resolves a link.
  public init(of link: String, in definition: AppDefinition) {
    do throws(Refusal) {
      let found = try definition.resolve(link)
      let route = definition[found.route]
      let first = definition[found.hops.first?.route ?? found.route]
      self = .opens(Opened(route, by: first, in: definition))
    } catch {
      self = .refused(reason: error.reason)
    }
  }

  /// Whether it opens anything.
  public var isOpen: Bool {
    if case .opens = self { true } else { false }
  }
}
