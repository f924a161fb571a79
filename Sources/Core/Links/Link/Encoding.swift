/// A value percent-encoded for a path, which is also valid in a query.
///
/// - Parameter keepingSlashes: Whether a `/` between non-empty parts is kept, as in the value of a
///   wildcard. Other slashes become `%2F`, because empty segments are dropped.
public func percentEncoded(_ value: String, keepingSlashes: Bool) -> String {
  let symbols = RouteTable.symbols(of: value, crossing: keepingSlashes)
  return symbols.isEmpty ? "" : SymbolText.path(symbols)
}

extension QueryItem {
  /// `name=value`, both percent-encoded.
  public var encoded: String {
    String(decoding: SymbolText.query([self]).utf8.dropFirst(), as: UTF8.self)
  }
}
