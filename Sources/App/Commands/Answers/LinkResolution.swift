public import JSONCodec
import Links
public import Navigation
import RouteProofs

/// The resolution of a link, for `resolve LINK` and `why`.
public struct LinkResolution: Sendable {
  /// The resolution, or the reason why the link opens nothing.
  public let result: Result<Resolution, Refusal>
  /// The redirects followed, even if the link opens nothing.
  let hops: [Resolution.Hop]
  /// The link, of any bytes.
  let link: [UInt8]
  private let definition: AppDefinition

  /// Resolves a link. Never fails: `result` holds the error.
  public init(link: String, in definition: AppDefinition) {
    self.init(bytes: Array(link.utf8), in: definition)
  }

  /// Resolves a link of any bytes. Never fails: `result` holds the error.
  public init(bytes: [UInt8], in definition: AppDefinition) {
    link = bytes
    self.definition = definition
    (result, hops) = bytes.withUnsafeBytes { definition.resolution(of: $0) }
  }

  /// The link, with U+FFFD for invalid UTF-8.
  var text: String { String(decoding: link, as: UTF8.self) }

  /// Whether the link opens a screen or the browser.
  public var isResolved: Bool { (try? result.get()) != nil }

  /// One line of text, escaped, without a line end: `/movies/42: MovieDetail(id=42) by /movies/:id,
  /// push on home, gates login`.
  public var line: String { line(Paint()) }

  /// The line, with the code of a refusal in colour.
  func line(_ paint: Paint) -> String {
    var text = ByteBuffer()
    write(isJSON: false, paint, into: &text)
    return text.text
  }

  /// The object that `resolve --json` prints (docs/json.md).
  public var json: JSON { .written { write(isJSON: true, into: &$0) } }

  /// Appends the line or the object.
  package func write(isJSON: Bool, _ paint: Paint = Paint(), into output: inout ByteBuffer) {
    switch result {
    case .success(let found):
      let index = found.route.index
      let answers = LinkAnswers(
        definition, isJSON: isJSON, routes: definition.routes[index...index])
      link.withUnsafeBytes { answers.write(found, $0, into: &output) }
    case .failure(let refusal):
      LinkAnswers(definition, isJSON: isJSON, routes: [], paint: paint).write(
        refusal, text, hops: hops, into: &output)
    }
  }
}

/// Why a link opens what it opens, or nothing.
extension LinkResolution {
  /// The object that `why` prints: that of `resolve`, with the routes that the link does not open.
  public var explanation: JSON {
    switch result {
    case .success(let found):
      let others = followers
      guard !others.isEmpty else { return json }
      let way = definition.reasonToGiveWay(to: found.route)
      return json(withMisses: others.map { ["route": .string($0), "reason": .string(way)] })
    case .failure:
      return json(
        withMisses: nearMisses.map { (miss) -> JSON in
          [
            "route": .string(definition.routes[miss.route].pattern),
            "reason": .string(miss.description),
          ]
        })
    }
  }

  private func json(withMisses misses: [JSON]) -> JSON {
    .object((json.objectValue ?? []) + [.init("misses", .array(misses))])
  }

  /// The paths of the routes that accept the link, and that the route which it opens comes before
  /// because all of its links are theirs too.
  var followers: [String] {
    guard let found = try? result.get(), let link = try? Link(found.hops.last?.link ?? text) else {
      return []
    }
    return definition.table.precedence.followers(of: found.route.index)
      .filter { definition.table.accepts(route: $0, link: link) }
      .map { definition.routes[$0].pattern }
  }

  /// The routes that nearly match a link; none if a route matches it and refuses it.
  var nearMisses: [NearMiss] {
    switch result {
    case .success, .failure(.forbidden), .failure(.guestsOnly), .failure(.source): return []
    default: break
    }
    let bytes = hops.last.map { Array($0.link.utf8) } ?? self.link
    guard let link = try? Link(bytes: bytes) else { return [] }
    return definition.table.misses(of: link, limit: Limits.missesListedMax, onlyNear: true)
  }
}

extension AppDefinition {
  /// Why another route that accepts a link does not open it.
  func reasonToGiveWay(to route: Identifier<Route>) -> String {
    "matches too, but gives way to \(self[route].pattern), whose links are all links of this route"
  }
}

extension JSON {
  /// What a function writes.
  static func written(_ write: (inout ByteBuffer) -> Void) -> JSON {
    var bytes = ByteBuffer()
    write(&bytes)
    return .written([UInt8](bytes))
  }
}
