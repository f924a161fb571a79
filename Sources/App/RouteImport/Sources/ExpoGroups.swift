import Diagnostics

/// The groups of Expo Router: segments in brackets, which are no part of a path.
package enum ExpoGroups {
  /// A path, which a query and a fragment can follow, without its groups: `/(tabs)/a?q=1` is
  /// `/a?q=1`.
  ///
  /// - Returns: `nil` if it has none.
  package static func removed(from link: [UInt8]) -> [UInt8]? {
    let path = link.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segments = path.split(separator: slash)
    let others = segments.filter {
      $0.first != UInt8(ascii: "(") || $0.last != UInt8(ascii: ")")
    }
    guard others.count < segments.count else { return nil }
    return [slash] + others.joined(separator: [slash]) + link[path.endIndex...]
  }

  private static let slash = UInt8(ascii: "/")
}
