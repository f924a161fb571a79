/// Where a link comes from, as the app reports it, and the result of its check of the link's
/// signature.
///
/// The names `inside` and `outside` always exist; route files declare others under `sources`.
public struct LinkSource: Hashable, Sendable {
  /// The result of the app's check of a link's signature.
  public enum Signature: String, Hashable, Sendable, CaseIterable {
    /// The link has none, or the app does not check it.
    case absent
    case valid
    case invalid
  }

  enum Origin: Hashable {
    case outside
    case inside
    case declared(String)
  }

  let origin: Origin
  /// The result of the check of its signature; `absent` for a link from inside.
  public let signature: Signature
  /// Whether the user has agreed to open the link. Only `accept` sets it: no command does.
  package internal(set) var hasConsent = false

  /// Another app, a message or a web page: nothing more is known.
  public static var outside: Self { Self(origin: .outside, signature: .absent) }
  /// A screen of the app.
  public static var inside: Self { Self(origin: .inside, signature: .absent) }

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - name: `outside`, `inside`, or a name that a definition declares.
  ///   - signature: The result of the app's check; links from inside have none.
  public init(_ name: String, signature: Signature = .absent) {
    switch name {
    case Self.insideName: self.init(origin: .inside, signature: .absent)
    case Self.outsideName: self.init(origin: .outside, signature: signature)
    default: self.init(origin: .declared(name), signature: signature)
    }
  }

  private init(origin: Origin, signature: Signature) {
    (self.origin, self.signature) = (origin, signature)
  }

  /// The name: `outside`, `inside`, or one that a definition declares.
  public var name: String {
    switch origin {
    case .outside: Self.outsideName
    case .inside: Self.insideName
    case .declared(let name): name
    }
  }

  /// Whether a screen of the app opens the link.
  public var isInside: Bool { if case .inside = origin { true } else { false } }

  static let insideName = "inside"
  static let outsideName = "outside"
}
