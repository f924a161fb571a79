extension RouteTable {
  /// What `Link.init` and `match` give for a link, whole or from inside, found at once: for links
  /// that hold no escapes, which most do.
  ///
  /// - Parameter base: For a path from inside: only routes under this base; see `match`.
  /// - Returns: nil where the link must be read step by step, or opens nothing.
  /// - Complexity: O(bytes of the link) in tables without regular expressions.
  public func quickMatch(_ text: String, under base: Int? = nil) -> RouteMatch? {
    var text = text
    return text.withUTF8 { quickMatch(UnsafeRawBufferPointer($0), under: base) }
  }

  /// The same for bytes of any kind.
  public func quickMatch(
    _ link: UnsafeRawBufferPointer, under base: Int? = nil
  ) -> RouteMatch? {
    // Small enough to stand on the stack.
    let capacity = 256
    return withUnsafeTemporaryAllocation(
      byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 16
    ) { memory in
      guard let start = memory.baseAddress else { return nil }
      let scratch = LinkScratch(start, capacity: capacity)
      let found = flat.find(link, scratch, under: base)
      return found.route == nil ? nil : match(found, scratch)
    }
  }

  private func match(_ found: FlatFinding, _ scratch: LinkScratch) -> RouteMatch? {
    guard let route = found.route else { return nil }
    var values = [String?](repeating: nil, count: Int(flat.values[found.variant].count))
    let areAllFound = flat.forEachValue(of: found, scratch) { value in
      values[value.parameter] = scratch.string(value.range, isEscaped: value.isEscaped)
    }
    guard areAllFound else { return nil }
    return RouteMatch(
      route: route, values: values, query: scratch.queryItems(of: found), base: found.base)
  }
}

extension LinkScratch {
  /// A part of the link as text, decoded.
  fileprivate func string(_ range: Range<Int>, isEscaped: Bool) -> String {
    isEscaped ? decoded(text(range)[...]) : Links.text(of: text(range))
  }

  /// The items of the query.
  func queryItems(of found: FlatFinding) -> [QueryItem] {
    text(query(of: found)).split(separator: UInt8(ascii: "&")).map { item in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      return QueryItem(name: decoded(name), value: decoded(item.dropFirst(name.count + 1)))
    }
  }

  private func decoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return Links.text(of: bytes) }
    return Percent.decoded(Array(bytes), 0..<bytes.count)
  }
}
