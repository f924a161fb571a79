import Diagnostics
import Links
package import Navigation
import RouteImport
import RouteProofs

/// Decides what the links of a source open. Each text is decided once.
package struct LinkJudge {
  /// What a link opens, for all texts in place of its holes.
  package enum Verdict: Hashable, Sendable {
    /// A screen or the browser; `link` is the text, on a host if it opens only so.
    case opens(link: [UInt8])
    /// Its routes accept some of its texts.
    case mayOpen
    /// It has a route, which refuses it.
    case refused(link: [UInt8])
    /// Only a route for any path matches, the one with this label.
    case caught(by: String, advice: String)
    /// Whatever is in its holes, no route matches.
    case dead(advice: String)
    /// Why it is not known.
    case undecided(String)

    /// Of several readings of a text, the lowest counts: it is dead only if all are.
    fileprivate var rank: Int {
      switch self {
      case .opens: 0
      case .mayOpen: 1
      case .refused: 2
      case .undecided: 3
      case .caught: 4
      case .dead: 5
      }
    }

    /// Whether no route matches, apart from those for any path.
    fileprivate var isMiss: Bool { rank >= 4 }
  }

  private let definition: AppDefinition
  /// The routes for any path, apart from those that lead to the browser.
  private let catching: [Int]
  /// Of all other routes.
  private let survey: RouteSurvey
  private var known: [[UInt8]: Verdict?] = [:]

  package init(_ definition: AppDefinition) {
    self.definition = definition
    let table = definition.table
    let (catching, others) = table.routes.indices.reduce(into: ([Int](), [RouteSpecification]())) {
      if Self.isForAnyPath($1, of: definition) {
        $0.0.append($1)
      } else {
        $0.1.append(table.routes[$1].specification)
      }
    }
    let rest = catching.isEmpty ? table : try? RouteTable(others)
    self.catching = rest == nil ? [] : catching
    survey = RouteSurvey(rest ?? table)
  }

  /// Whether a route accepts whatever no other one does, such as `/*` for a page that is not found.
  private static func isForAnyPath(_ route: Int, of definition: AppDefinition) -> Bool {
    if case .browser = definition.routes[route].target { return false }
    return unlikelyPaths.allSatisfy { path in
      (try? Link(path)).map { definition.table.accepts(route: route, link: $0) } ?? false
    }
  }

  /// Paths of several lengths that no route is meant for.
  private static let unlikelyPaths = [1, 2, 9].map { String(repeating: "/~0.z_", count: $0) }

  /// - Parameter text: With `SourceLink.hole` for each part that is not literal.
  /// - Returns: `nil` if it is a link of another app, or a base alone.
  package mutating func verdict(on text: [UInt8]) -> Verdict? {
    if let known = known[text] { return known }
    let verdict = decide(text)
    known[text] = .some(verdict)
    return verdict
  }

  private func decide(_ text: [UInt8]) -> Verdict? {
    guard let first = text.first else { return nil }
    if first == SourceLink.hole { return .undecided("it begins with a value") }
    guard first == UInt8(ascii: "/") else { return isOwn(text) ? verdict(onLink: text) : nil }
    let verdict = verdict(onPath: text)
    guard verdict.isMiss, let plain = ExpoGroups.removed(from: text) else { return verdict }
    return self.verdict(onPath: plain)
  }

  private func verdict(onPath path: [UInt8]) -> Verdict {
    texts(onOwnHosts: path).map(verdict(onLink:)).reduce(verdict(onLink: path)) {
      $1.rank < $0.rank ? $1 : $0
    }
  }

  private func verdict(onLink text: [UInt8]) -> Verdict {
    text.contains(SourceLink.hole) ? verdict(onTemplate: text) : verdict(onWhole: text)
  }

  private func verdict(onWhole text: [UInt8]) -> Verdict {
    do throws(Refusal) {
      _ = try definition.resolve(String(decoding: text, as: UTF8.self))
      return isMiss(text) ? miss(text) : .opens(link: text)
    } catch {
      switch error {
      case .notFound, .foreign: return miss(text)
      case .unreadable(let error): return .undecided(error.diagnostic.message)
      default: return isMiss(text) ? miss(text) : .refused(link: text)
      }
    }
  }

  /// Whether only a route for any path matches a link that some route matches.
  private func isMiss(_ text: [UInt8]) -> Bool {
    guard !catching.isEmpty, let link = try? Link(bytes: text) else { return false }
    do throws(MatchError) {
      _ = try survey.table.match(link)
      return false
    } catch {
      if case .ambiguous = error { return false }
      return true
    }
  }

  /// The verdict on a link that no route matches, apart from those for any path.
  private func miss(_ text: [UInt8]) -> Verdict {
    let shown = text.flatMap { $0 == SourceLink.hole ? Array("…".utf8) : [$0] }
    let link = try? Link(bytes: shown)
    let table = definition.table
    let near = link.flatMap { table.misses(of: $0, limit: 1, onlyNear: true).first }
    let advice =
      near.map { "Did you mean '\($0.label)' (\($0.description))?" }
      ?? "Correct the link, or add a route."
    let route = link.flatMap { link in catching.first { table.accepts(route: $0, link: link) } }
    return route.map { .caught(by: table.routes[$0].specification.label, advice: advice) }
      ?? .dead(advice: advice)
  }

  // MARK: Links with holes

  private func verdict(onTemplate text: [UInt8]) -> Verdict {
    let paths = text.first == UInt8(ascii: "/") ? [text] : pathsUnderBases(text)
    guard !paths.isEmpty else { return .undecided("a value follows its base, or is part of it") }
    var undecided: Verdict?
    for path in paths {
      // A value at the end can begin the query, and the query can name any items.
      let path = Array(path.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
      let sample = path.map { $0 == SourceLink.hole ? UInt8(ascii: "a") : $0 }
      do throws(LinkError) {
        _ = try Link(bytes: sample)
      } catch {
        undecided = .undecided(error.diagnostic.message)
        continue
      }
      switch survey.fate(of: Self.pieces(of: path), from: nil, keepsQuery: true) {
      case .mayOpen: return .mayOpen
      case .undecided: undecided = .undecided("it takes too long to compare with the routes")
      case .opensNothing: break
      }
    }
    // What is in the query of a link with holes is not known.
    return undecided ?? miss(Array(text.prefix { $0 != UInt8(ascii: "?") }))
  }

  private static func pieces(of path: [UInt8]) -> [TargetPiece] {
    let texts = path.split(separator: SourceLink.hole, omittingEmptySubsequences: false)
    return texts.enumerated().flatMap { index, text in
      (index > 0 ? [TargetPiece.value(index)] : [])
        + (text.isEmpty ? [] : [.text(String(decoding: text, as: UTF8.self))])
    }
  }

  // MARK: Bases

  /// Whether a text with a scheme begins with one of the app's bases, and is more than that.
  private func isOwn(_ text: [UInt8]) -> Bool {
    guard !definition.table.bases.contains(where: { $0.text.utf8.elementsEqual(text) }) else {
      return false
    }
    let literal = text.prefix { $0 != SourceLink.hole && $0 > 0x20 && $0 != 0x5C && $0 != 0x7F }
    // Where the rest is no link, the beginning decides.
    let beginning = literal.prefix { !"%?#".utf8.contains($0) }
    return [literal, beginning].contains { text in
      (try? Link(bytes: text)).map(definition.table.isUnderOwnBase) ?? false
    }
  }

  /// The path as a link of each host whose base has a path of its own, if it can begin with that: a
  /// path of a page begins at the host.
  private func texts(onOwnHosts path: [UInt8]) -> [[UInt8]] {
    let literal = path.prefix { $0 != SourceLink.hole }
    return definition.table.bases.map(\.shape).compactMap { base in
      let prefix = base.prefix.flatMap { Array("/".utf8) + $0 }
      guard !prefix.isEmpty, !base.host.isEmpty, !base.isWildcard,
        literal.starts(with: prefix)
          || literal.count < path.count && prefix.starts(with: literal)
      else { return nil }
      let port = base.port.map { ":\($0)" } ?? ""
      return base.scheme + Array("://".utf8) + base.host + Array(port.utf8) + path
    }
  }

  /// The paths of a link with holes under the bases that its literal beginning has.
  private func pathsUnderBases(_ text: [UInt8]) -> [[UInt8]] {
    let literal = text.prefix { $0 != SourceLink.hole }
    guard let slash = literal.lastIndex(of: UInt8(ascii: "/")),
      let link = try? Link(bytes: literal[...slash])
    else { return [] }
    return definition.table.bases.map(\.shape).compactMap { base in
      guard !base.isOpen, base.fragmentPrefix == nil, let path = base.path(of: link) else {
        return nil
      }
      return self.path(of: text, under: base, skipping: path.first)
    }
  }

  /// - Parameter count: The segments of the base.
  private func path(
    of text: [UInt8], under base: Base.Shape, skipping count: Int
  ) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var rest = text.dropFirst(base.scheme.count + "://".utf8.count)
    if !base.host.isEmpty { rest = rest.drop { $0 != slash } }
    for _ in 0..<count { rest = rest.drop { $0 == slash }.drop { $0 != slash } }
    return [slash] + rest.drop { $0 == slash }
  }
}
