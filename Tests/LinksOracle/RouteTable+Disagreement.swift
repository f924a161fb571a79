public import Links

extension RouteTable {
  /// Describes how the fast lookups of a link differ from parsing and matching it step by step;
  /// `nil`
  /// if they agree.
  public func disagreement(about bytes: [UInt8]) -> String? {
    let slow = (try? Link(bytes: bytes)).flatMap { try? match($0) }
    let quick = bytes.withUnsafeBytes { quickMatch($0) }
    if let quick, quick != slow { return "quickly \(quick), slowly \(String(describing: slow))" }
    let finder = RouteFinder(self)
    let found = bytes.withUnsafeBytes { finder.find($0) }
    guard !found.isUnclear else { return nil }
    if let route = found.route {
      guard let slow, slow.route == route, slow.base == found.base else {
        return "found \(route), slowly \(String(describing: slow))"
      }
      return nil
    }
    guard let link = try? Link(bytes: bytes) else { return "not found, and no link" }
    do throws(MatchError) {
      _ = try match(link)
    } catch {
      if case .notFound = error { return nil }
    }
    return "not found, slowly \(String(describing: slow))"
  }
}
