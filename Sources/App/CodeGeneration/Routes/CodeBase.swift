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

  /// - Returns: `nil` for a base with a wildcard: many links under it are the same.
  init?(_ base: Base, at index: Int) {
    guard !base.shape.isWildcard else { return nil }
    self.index = index
    text = base.text
    root = base.shape.link(path: "/", query: "")
    start = String(base.shape.link(path: "/x", query: "").dropLast())
  }

  /// Whether its links can open an app as universal links.
  var isUniversal: Bool { start.utf8.starts(with: "https://".utf8) }
}

/// Routes that are under the same bases, in the order of the first of each.
func groupedByBases<Case>(
  _ cases: [Case], _ route: (Case) -> CodeRoute
) -> [(bases: [Int], cases: [Case])] {
  cases.reduce(into: []) { groups, entry in
    let bases = route(entry).bases
    if let index = groups.firstIndex(where: { $0.bases == bases }) {
      groups[index].cases.append(entry)
    } else {
      groups.append((bases, [entry]))
    }
  }
}
