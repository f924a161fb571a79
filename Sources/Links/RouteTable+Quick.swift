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
      return found.route == nil ? nil : match(found, scratch)
    }
  }

  private func match(_ found: FlatFinding, _ scratch: LinkScratch) -> RouteMatch? {
    let own = flat.values[found.variant]
    guard let route = found.route else { return nil }
    let query = scratch.query(from: found.pathEnd, to: found.count)
    var values = [String?](repeating: nil, count: own.count)
    for index in own.captures {
      let capture = flat.captures[index]
      values[capture.parameter] =
        capture.isRest
        ? scratch.rest(from: capture.segment, to: found.pathEnd)
        : scratch.segment(capture.segment)
    }
    guard own.isPlain || complete(&values, found.variant, query) else { return nil }
    return RouteMatch(route: route, values: values, query: query, base: found.base)
  }

  /// Adds what query items give; false if a value is found by an automaton, which reads symbols.
  private func complete(_ values: inout [String?], _ index: Int, _ query: [QueryItem]) -> Bool {
    for capture in variants[index].captures {
      switch capture.source {
      case .segment, .all: break
      case .piece, .rest: return false
      }
    }
    for condition in routes[variants[index].route].conditions {
      guard let parameter = condition.parameter else { continue }
      values[parameter] = query.first { sameBytes($0.name, condition.query.name) }?.value
    }
    return true
  }
}

extension LinkScratch {
  /// The text of a segment that the walk has gone through.
  fileprivate func segment(_ index: Int) -> String {
    Links.text(of: text((Int(step(index).slash) + 1)..<Int(step(index + 1).slash)))
  }

  /// The text of a segment and all that follows.
  fileprivate func rest(from index: Int, to end: Int) -> String {
    Links.text(of: text((Int(step(index).slash) + 1)..<end))
  }

  /// The items between the `?` at `start`, if there is one, and the `#`.
  fileprivate func query(from start: Int, to end: Int) -> [QueryItem] {
    guard start < end, self[start] == UInt8(ascii: "?") else { return [] }
    let tail = text((start + 1)..<end).prefix { $0 != UInt8(ascii: "#") }
    return tail.split(separator: UInt8(ascii: "&")).map { item in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      return QueryItem(name: decoded(name), value: decoded(item.dropFirst(name.count + 1)))
    }
  }

  private func decoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return Links.text(of: bytes) }
    return Percent.decoded(Array(bytes), 0..<bytes.count)
  }
}
