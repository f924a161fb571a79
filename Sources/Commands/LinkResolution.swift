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
    self.link = link
    self.definition = definition
    do {
      result = .success(try definition.resolve(link))
    } catch {
      result = .failure(error)
    }
  }

  /// Resolves a link of bytes of any kind; what is not UTF-8 is malformed.
  public init(bytes: [UInt8], in definition: AppDefinition) {
    do throws(LinkError) {
      self.init(link: try Link(bytes: bytes).text, in: definition)
    } catch {
      let text = String(decoding: bytes, as: UTF8.self)
      self.init(link: text, result: .failure(.unreadable(error)), definition: definition)
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
    case .failure(.notFound): return escaped("\(link): not-found: no route takes it")
    case .failure(let refusal): return escaped("\(link): \(refusal.reason): \(refusal.message)")
    case .success(let found):
      let route = definition[found.route]
      var text = "\(link): \(target(of: found)) by \(route.pattern), \(route.presentation.rawValue)"
      if let owner = route.coordinator { text += " on \(definition[owner].name)" }
      let gates = definition.names(of: route.gates)
      if !gates.isEmpty { text += ", gates \(gates.joined(separator: ", "))" }
      if !found.hops.isEmpty { text += ", \(counted(found.hops.count, "redirect"))" }
      return escaped(text)
    }
  }

  /// The object of design §7. A link that opens nothing has `link`, `error` (`not-found`,
  /// `foreign`, `malformed`, `too-long`, `ambiguous` or `redirect-loop`) and `message`.
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
      ] + extras)
  }

  /// What the refusal says, without its hint at `why`, which is read here.
  private func message(of refusal: Refusal) -> String {
    if case .notFound = refusal { return "no route takes '\(link)'" }
    return refusal.message
  }

  private func success(_ found: Resolution) -> JSON {
    let route = definition[found.route]
    var screen: String?
    if case .screen(let id) = route.target { screen = definition[id].name }
    let params = values(of: found).filter { value in
      !route.parameters.contains { sameBytes($0.name, value.name) && $0.place == .query }
    }.map { JSON.Member($0.name, .string($0.value)) }
    return [
      "link": .string(link), "route": .string(route.pattern), "name": .optional(route.name),
      "screen": .optional(screen), "params": .object(params), "query": query(found),
      "gates": definition.json(of: route.gates),
      "coordinator": .optional(route.coordinator.map { definition[$0].name }),
      "as": .string(route.presentation.rawValue), "hops": .texts(found.hops.map(\.link)),
    ]
  }

  /// Every name once, in the order of the link, with all its values.
  private func query(_ found: Resolution) -> JSON {
    var names: [String] = []
    var values: [[UInt8]: [JSON]] = [:]
    for item in found.query {
      let key = Array(item.name.utf8)
      if values[key] == nil { names.append(item.name) }
      values[key, default: []].append(.string(item.value))
    }
    return .object(names.map { .init($0, .array(values[Array($0.utf8)] ?? [])) })
  }

  private func values(of found: Resolution) -> [(name: String, value: String)] {
    definition.values(of: found.route, given: found.values)
  }

  private func target(of found: Resolution) -> String {
    let route = definition[found.route]
    let values = values(of: found).map { "\($0.name)=\(valueText($0.value))" }
    let name = definition.targetName(of: route)
    return values.isEmpty ? name : "\(name)(\(values.joined(separator: ", ")))"
  }
}
