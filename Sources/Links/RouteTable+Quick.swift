extension RouteTable {
  /// What `Link.init` and `match` give for a link, whole or from inside, found at once: for links
  /// that hold no escapes, which most do.
  ///
  /// - Returns: nil where the link must be read step by step, or opens nothing.
  /// - Complexity: O(bytes of the link) in tables without regular expressions.
  public func quickMatch(_ text: String) -> RouteMatch? {
    var text = text
    return text.withUTF8 { quickMatch(UnsafeRawBufferPointer($0)) }
  }

  /// The same for bytes of any kind.
  public func quickMatch(_ link: UnsafeRawBufferPointer) -> RouteMatch? {
    // Small enough to stand on the stack.
    let capacity = 256
    return withUnsafeTemporaryAllocation(
      byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 16
    ) { memory in
      guard let start = memory.baseAddress else { return nil }
      let scratch = LinkScratch(start, capacity: capacity)
      let found = flat.find(link, scratch)
      return found.route == nil ? nil : match(found, scratch, count: link.count)
    }
  }

  private func match(_ found: FlatFinding, _ scratch: LinkScratch, count: Int) -> RouteMatch? {
    let (variant, pathEnd) = (variants[found.variant], found.pathEnd)
    let route = routes[variant.route]
    var values = [String?](repeating: nil, count: route.parameters.count)
    for capture in variant.captures {
      switch capture.source {
      case .segment(let segment):
        values[capture.parameter] = scratch.segment(segment)
      case .all:
        let start = Int(scratch.step(variant.segments.count).slash) + 1
        values[capture.parameter] = text(of: scratch.text(start..<pathEnd))
      case .piece, .rest: return nil
      }
    }
    let query = pathEnd < count ? scratch.query(from: pathEnd, to: count) : []
    for condition in route.conditions {
      guard let parameter = condition.parameter else { continue }
      values[parameter] = query.first { sameBytes($0.name, condition.query.name) }?.value
    }
    return RouteMatch(route: variant.route, values: values, query: query, base: found.base)
  }
}

extension LinkScratch {
  /// The text of a segment that the walk has gone through.
  fileprivate func segment(_ index: Int) -> String {
    Links.text(of: text((Int(step(index).slash) + 1)..<Int(step(index + 1).slash)))
  }

  /// The items between the `?` at `start`, if there is one, and the `#`.
  fileprivate func query(from start: Int, to end: Int) -> [QueryItem] {
    guard self[start] == UInt8(ascii: "?") else { return [] }
    let tail = text((start + 1)..<end)
    return tail.prefix { $0 != UInt8(ascii: "#") }.split(separator: UInt8(ascii: "&")).map { item in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      return QueryItem(
        name: Links.text(of: name), value: Links.text(of: item.dropFirst(name.count + 1)))
    }
  }
}
