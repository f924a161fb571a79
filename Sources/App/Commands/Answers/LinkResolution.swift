import Diagnostics
public import JSONCodec
import Links
public import Navigation

/// What one link opens, for `resolve` and `why`: a line for people and the object of design §7.
public struct LinkResolution: Sendable {
  /// The link as given; bytes that are not UTF-8 stand as U+FFFD.
  public let link: String
  /// What it opens, or why it opens nothing.
  public let result: Result<Resolution, Refusal>
  /// What it was resolved in.
  public let definition: AppDefinition

  /// Resolves a link; total.
  public init(link: String, in definition: AppDefinition) {
    self.init(bytes: Array(link.utf8), in: definition)
  }

  /// Resolves a link of bytes of any kind; total.
  public init(bytes: [UInt8], in definition: AppDefinition) {
    link = String(decoding: bytes, as: UTF8.self)
    self.definition = definition
    do {
      result = .success(try definition.resolve(bytes: bytes[...]))
    } catch {
      result = .failure(error)
    }
  }

  init(link: String, result: Result<Resolution, Refusal>, definition: AppDefinition) {
    self.link = link
    self.result = result
    self.definition = definition
  }

  /// Whether it opens anything, the browser included.
  public var isResolved: Bool { (try? result.get()) != nil }

  /// One line without a line end, safe to print:
  /// `/movies/42: MovieDetail(id=42) by /movies/:id, push on home, gates login`.
  public var line: String {
    switch result {
    case .failure(let refusal): return escaped(link) + Self.verdict(refusal, on: link)
    case .success(let found):
      var rest: [UInt8] = []
      let values = definition.toldValues(of: found.route, given: found.values)
      _ = RouteWordings(lines: [definition[found.route]], in: definition)
        .writeLine(0, told(values), hops: found.hops.count, into: &rest)
      return escaped(link) + String(decoding: rest, as: UTF8.self)
    }
  }

  /// What stands in the line of a link that opens nothing, from the colon behind the link on.
  static func verdict(_ refusal: Refusal, on link: String) -> String {
    guard case .notFound(let last) = refusal else {
      return escaped(": \(refusal.reason): \(refusal.message)")
    }
    if sameBytes(last, link) { return notFoundVerdict }
    return escaped(": not-found: redirected to \(last), which no route takes")
  }

  /// The same where no route takes the link.
  static let notFoundVerdict = ": not-found: no route takes it"

  /// The object of design §7. A link that opens nothing has `link`, `error` (`not-found`,
  /// `foreign`, `malformed`, `too-long`, `ambiguous` or `redirect-loop`), `message`, and `hops` if
  /// it was redirected first.
  public var json: JSON {
    switch result {
    case .failure(let refusal): failure(refusal, [])
    case .success(let found): success(found)
    }
  }

  /// The object, and the routes that come near if it opens nothing.
  func json(withMisses misses: [JSON]) -> JSON {
    switch result {
    case .failure(let refusal): failure(refusal, [.init("misses", .array(misses))])
    case .success(let found): success(found)
    }
  }

  private func failure(_ refusal: Refusal, _ extras: [JSON.Member]) -> JSON {
    .object(
      [
        .init("link", .string(link)), .init("error", .string(refusal.reason)),
        .init("message", .string(message(of: refusal))),
      ] + (hops.isEmpty ? [] : [.init("hops", .texts(hops))]) + extras)
  }

  /// The links that it was redirected to.
  var hops: [String] {
    switch result {
    case .success(let found): found.hops.map(\.link)
    // Most links that open nothing are taken by no redirect either, and need not be followed.
    case .failure(.notFound(let last)) where sameBytes(last, link): []
    case .failure: definition.hops(of: link)
    }
  }

  /// What the refusal says, without its hint at `why`, which is read here.
  private func message(of refusal: Refusal) -> String {
    guard case .notFound(let last) = refusal else { return refusal.message }
    let reason = "no route takes '\(last)'"
    return sameBytes(last, link) ? reason : reason + ", to which it is redirected"
  }

  private func success(_ found: Resolution) -> JSON {
    let route = definition[found.route]
    let values = definition.toldValues(of: found.route, given: found.values)
    let params = zip(definition.toldNames(of: route), values).compactMap { name, value in
      name.flatMap { name in value.map { JSON.Member(name, .string($0)) } }
    }
    return .object(
      [.init("link", .string(link))] + definition.membersBeforeValues(of: route)
        + [.init("params", .object(params)), .init("query", JSON(query: found.query))]
        + definition.membersAfterValues(of: route)
        + [.init("hops", .texts(hops))])
  }
}

extension JSON {
  /// Every name once, in the order of the link, with all its values.
  init(query: [QueryItem]) {
    var names: [String] = []
    var values: [[UInt8]: [JSON]] = [:]
    for item in query {
      let key = Array(item.name.utf8)
      if values[key] == nil { names.append(item.name) }
      values[key, default: []].append(.string(item.value))
    }
    self = .object(names.map { .init($0, .array(values[Array($0.utf8)] ?? [])) })
  }
}

extension AppDefinition {
  /// The names of what an object tells as parameters: those of the path, then what the route says
  /// itself; nil for a query item, which stands among the query.
  func toldNames(of route: Route) -> [String?] {
    route.parameters.map { $0.place == .path ? $0.name : nil } + route.fixedValues.map(\.name)
  }

  /// The values of a route's parameters, then those that the route says itself.
  /// - Parameter given: One value per parameter of the route.
  func toldValues(of route: Identifier<Route>, given: [String?]) -> [String?] {
    // Not by `self[…]`, which would copy all of the route for every link.
    let fixed = routes[route.index].fixedValues.count
    guard fixed > 0 else { return given }
    return given + values(of: route, given: given).suffix(fixed).map(\.value)
  }
}
