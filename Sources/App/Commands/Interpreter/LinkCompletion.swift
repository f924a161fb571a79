import Diagnostics
import Links
import Navigation

/// The completions of a link that is being typed: by one segment of its path, or by a query item.
struct LinkCompletion {
  /// Whole links, or beginnings that end in `/` or `=`. Those that are whole open something.
  private(set) var links: [String] = []
  /// The parameters that can follow, with their types; each once, in the order of the routes.
  private(set) var placeholders: [String] = []

  private let definition: AppDefinition
  private let partial: String
  private var seen: Set<[UInt8]> = []

  /// - Parameter partial: The typed part of a URL or path. An incomplete base is completed first,
  ///   then the paths under it.
  init(of definition: AppDefinition, continuing partial: String) {
    (self.definition, self.partial) = (definition, partial)
    let bases = definition.table.bases.map(\.text)
    guard let first = partial.utf8.first, first != UInt8(ascii: "/") else {
      continuePath(partial.utf8.isEmpty ? "/" : partial, after: "")
      if partial.utf8.isEmpty { links += bases.map(withSlash) }
      return
    }
    for base in bases {
      let slash = base.utf8.last == UInt8(ascii: "/")
      if begins(partial, with: base) {
        // The slash at the end of a base such as `cinema://` is also that of the path.
        let typed = partial.utf8Suffix(from: base.utf8.count - (slash ? 1 : 0))
        let start = slash ? String(decoding: base.utf8.dropLast(), as: UTF8.self) : base
        continuePath(typed.utf8.isEmpty ? "/" : typed, after: start)
      } else if begins(base, with: partial) {
        links.append(withSlash(base))
      }
    }
  }

  private mutating func continuePath(_ typed: String, after base: String) {
    if let mark = typed.utf8.firstIndex(of: UInt8(ascii: "?")) {
      return continueQuery(String(typed[..<mark]), String(typed[mark...].dropFirst()), after: base)
    }
    let segments = segments(of: typed)
    let (given, last) = (segments.dropLast(), segments.last ?? "")
    let start = given.map { $0 + "/" }.joined()
    for route in definition.routes {
      let wanted = pathSegments(of: route)
      guard given.count < wanted.count, fits(route, wanted, given) else { continue }
      let segment = wanted[given.count]
      let isLast = given.count + 1 == wanted.count
      if let parameter = parameter(segment, of: route) {
        guard case .oneOf(let texts) = parameter.type else {
          if last.utf8.isEmpty { note(":\(parameter.name) (\(parameter.type))") }
          continue
        }
        for text in texts { add(start + text + (isLast ? "" : "/"), isWhole: isLast, after: base) }
      } else {
        // Plain up to a group, an expression or a wildcard, which may be optional.
        let plain = String(Substring(segment.utf8.prefix { !special.contains($0) }))
        let isPlain = sameBytes(plain, segment)
        if plain.utf8.isEmpty, !segment.utf8.isEmpty { continue }
        let isEnd = isLast || !isPlain
        add(start + plain + (isEnd ? "" : "/"), isWhole: isEnd, after: base)
      }
    }
  }

  /// Adds a path if it continues what is typed and, if it is whole, opens something.
  private mutating func add(_ path: String, isWhole: Bool, after base: String) {
    let link = base + path
    guard begins(link, with: partial, ignoresCase: true), seen.insert(Array(link.utf8)).inserted,
      !isWhole || (try? definition.resolve(link)) != nil
    else { return }
    links.append(link)
  }

  private mutating func continueQuery(_ path: String, _ query: String, after base: String) {
    let given = segments(of: path)
    let items = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let typed = items.last ?? ""
    let start = base + path + "?" + items.dropLast().map { $0 + "&" }.joined()
    for route in definition.routes {
      let wanted = pathSegments(of: route)
      guard given.count == wanted.count, fits(route, wanted, given[...]) else { continue }
      for parameter in route.parameters where parameter.place == .query {
        let name = parameter.name + "="
        if items.dropLast().contains(where: { begins($0, with: name) }) { continue }
        guard begins(typed, with: name) else {
          links.append(start + name)
          continue
        }
        switch parameter.type {
        case .oneOf(let texts): links += texts.map { start + name + $0 }
        case .bool: links += ["true", "false"].map { start + name + $0 }
        default:
          if sameBytes(typed, name) { note("\(parameter.name) (\(parameter.type))") }
        }
      }
    }
  }

  private mutating func note(_ placeholder: String) {
    if !placeholders.contains(where: { sameBytes($0, placeholder) }) {
      placeholders.append(placeholder)
    }
  }

  /// Whether the segments of a link begin those of a route.
  private func fits(_ route: Route, _ wanted: [String], _ given: ArraySlice<String>) -> Bool {
    zip(wanted, given).allSatisfy { wanted, given in
      if let parameter = parameter(wanted, of: route) {
        return !given.utf8.isEmpty && parameter.type.fits(given)
      }
      return sameBytes(wanted, given)
    }
  }

  /// The parameter that a segment of a pattern consists of.
  private func parameter(_ segment: String, of route: Route) -> Parameter? {
    guard segment.utf8.first == UInt8(ascii: ":") else { return nil }
    let name = segment.utf8Suffix(from: 1)
    return route.parameters.first { sameBytes($0.name, name) }
  }

  private func pathSegments(of route: Route) -> [String] { segments(of: route.pattern) }
}

/// The bytes with a special meaning in a segment of a pattern.
private let special = Array(":*{}()\\?+".utf8)

private func withSlash(_ base: String) -> String {
  base.utf8.last == UInt8(ascii: "/") ? base : base + "/"
}

private func segments(of path: String) -> [String] {
  path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
    String(Substring($0))
  }
}
