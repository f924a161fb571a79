public import Diagnostics

/// An origin of links that routes distinguish: `inside`, `outside`, or a declared one.
public struct Source: Sendable {
  /// Which links come from a source, given what the app found out about their signatures.
  public enum Rule: Sendable, Hashable {
    /// Those that the app names it for.
    case named
    /// Of these, those with a valid signature. `items` are the query items that the signature
    /// covers apart from the path; `nil` for the whole link.
    case signed(items: [String]?)
    /// Those with an invalid signature.
    case invalid
  }

  /// Its name, unique in the definition.
  public let name: String
  /// Which links come from it.
  public let rule: Rule
  /// The link to the screen that asks before links from it open anything; `:link` takes the link.
  public let consent: Template?
  /// Where it is declared; `nil` for `inside` and `outside`.
  public let position: SourcePosition?

  /// Whether its signature covers a query item.
  func covers(item name: String) -> Bool {
    if case .signed(let items?) = rule { items.contains { sameBytes($0, name) } } else { true }
  }
}

/// A set of sources with one bit per source, which limits a definition to `Limits.sourcesMax`.
public struct SourceSet: Hashable, Sendable {
  private var bits: UInt64

  /// All sources.
  static var all: Self { Self(bits: .max) }

  init(_ sources: some Sequence<Identifier<Source>>) {
    bits = sources.reduce(0) { $0 | 1 << UInt64($1.index & 63) }
  }

  private init(bits: UInt64) { self.bits = bits }

  /// Whether the set contains a source.
  public func contains(_ source: Identifier<Source>) -> Bool {
    bits & 1 << UInt64(source.index & 63) != 0
  }
}

extension AppDefinition {
  /// The source of links from screens of the app.
  package static var inside: Identifier<Source> { Identifier(0) }
  /// The source of links about which nothing more is known.
  package static var outside: Identifier<Source> { Identifier(1) }
  /// `inside` and `outside`, which every definition has.
  static let builtInSources = [LinkSource.insideName, LinkSource.outsideName].map {
    Source(name: $0, rule: .named, consent: nil, position: nil)
  }

  package static let builtInSourceCount = builtInSources.count

  /// The source that a link counts as from.
  ///
  /// A source with `signed` needs a valid signature: without one, its links are from `outside`. A
  /// link with an invalid signature is from the source for these, if there is one. A link that is
  /// only reported as signed is from the only source with `signed`.
  ///
  /// - Throws: `unknownSource` if no source has the name, or several could be meant.
  public func source(of link: LinkSource) throws(Refusal) -> Identifier<Source> {
    switch (link.origin, link.signature) {
    case (.inside, _): return Self.inside
    case (.outside, .absent): return Self.outside
    case (.outside, .invalid): return invalidSource ?? Self.outside
    case (.outside, .valid):
      let signed = sourceIDs.filter { isSigned($0) }
      guard signed.count < 2 else {
        throw .unknownSource(name: nil, candidates: signed.map { self[$0].name })
      }
      return signed.first ?? Self.outside
    case (.declared(let name), let signature):
      guard let source = source(named: name) else {
        let near = nearest(to: name, in: sources.map { $0.name })
        throw .unknownSource(name: name, candidates: near.map { [$0] } ?? [])
      }
      switch (self[source].rule, signature) {
      case (.signed, .absent): return Self.outside
      case (.signed, .invalid): return invalidSource ?? Self.outside
      case (.named, .invalid): return invalidSource ?? source
      case (.signed, .valid), (.named, _), (.invalid, _): return source
      }
    }
  }

  /// The source with a name, compared as bytes.
  public func source(named name: String) -> Identifier<Source>? {
    sources.firstIndex { sameBytes($0.name, name) }.map { Identifier($0) }
  }

  /// Whether links from a source have a valid signature.
  package func isSigned(_ source: Identifier<Source>) -> Bool {
    if case .signed = self[source].rule { true } else { false }
  }

  /// A link's source as an app reports it so that the link counts as from this one.
  package func linkSource(of source: Identifier<Source>) -> LinkSource {
    switch self[source].rule {
    case .named: LinkSource(self[source].name)
    case .signed: LinkSource(self[source].name, signature: .valid)
    case .invalid: LinkSource(self[source].name, signature: .invalid)
    }
  }

  private var invalidSource: Identifier<Source>? {
    sourceIDs.first { self[$0].rule == .invalid }
  }

  /// `inside, own, else /review`: the sources whose links a route opens, and where others go; then
  /// whether it asks: `all, consent /confirm`. `nil` if it opens all links, and their source
  /// decides whether to ask.
  package func sourcesText(of route: Route) -> String? {
    guard route.admission != nil || route.consent != nil else { return nil }
    let admitted = route.admission.map { names(of: $0.sources) } ?? ["all"]
    let otherwise = route.admission?.otherwise.map { ["else " + $0.text] } ?? []
    let consent =
      switch route.consent {
      case .ask(let template): ["consent " + template.text]
      case .never: ["consent " + Self.noConsent]
      case nil: [String]()
      }
    return (admitted + otherwise + consent).joined(separator: ", ")
  }

  /// The names of the sources of a set.
  package func names(of set: SourceSet) -> [String] {
    sourceIDs.filter(set.contains).map { self[$0].name }
  }
}
