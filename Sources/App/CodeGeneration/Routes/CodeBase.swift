import Diagnostics
import Links

/// A base under which links are built: one that names a whole host.
struct CodeBase {
  /// The index in `RouteTable.bases`.
  let index: Int
  /// The base as the route files write it.
  let text: String
  /// The link of the path `/`.
  let root: String
  /// What precedes any other path without its first slash.
  let start: String

  /// - Returns: `nil` for a base with a wildcard, under which many links are the same.
  init?(_ base: Base, at index: Int) {
    guard !base.shape.isWildcard else { return nil }
    self.index = index
    text = base.text
    root = base.shape.link(path: "/", query: "")
    start = String(base.shape.link(path: "/x", query: "").dropLast())
  }
}
