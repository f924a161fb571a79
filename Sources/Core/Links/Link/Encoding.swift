/// A value as it stands in a link: percent-encoded for a path, and as good for a query.
///
/// - Parameter keepingSlashes: Whether `/` stays where it is between parts that are not empty, as
///   in the value of a wildcard; it is `%2F` elsewhere, because empty segments are dropped.
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
