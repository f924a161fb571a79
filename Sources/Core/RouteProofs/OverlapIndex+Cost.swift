import Links

extension OverlapIndex {
  /// What a lookup tries at most, and a variant at the end of that way. A segment leads to one
  /// literal child, one that minds no case, and every other child that accepts it; all of those
  /// others are tried.
  var worst: (tries: Int, variant: Int?) { worst(0) }

  private func worst(_ node: Int) -> (tries: Int, variant: Int?) {
    let found = nodes[node]
    var total = 1 + found.pieces.count
    var heaviest = 0
    var variant = found.rests.last ?? found.ends.last
    func take(_ branch: (tries: Int, variant: Int?)) {
      total += branch.tries
      guard branch.tries > heaviest, let end = branch.variant else { return }
      heaviest = branch.tries
      variant = end
    }
    for children in [found.literals, found.folded] {
      let branches = children.values.sorted().map(worst)
      if let most = branches.max(by: { $0.tries < $1.tries }) { take(most) }
    }
    // What is entered has been counted as tried.
    for piece in found.pieces {
      let branch = worst(piece.child)
      take((branch.tries - 1, branch.variant))
    }
    return (total, variant)
  }

  /// What a lookup of a path tries.
  func tries(of path: LinkPath) -> Int { tries(of: path, 0, depth: 0) }

  private func tries(of path: LinkPath, _ node: Int, depth: Int) -> Int {
    guard depth < path.count else { return 1 }
    let segment = path.bytes(depth)
    let found = nodes[node]
    var total = 1 + found.pieces.count
    for piece in found.pieces where piece.matcher.accepts(segment) {
      total += tries(of: path, piece.child, depth: depth + 1) - 1
    }
    if let child = found.literals[Array(segment)] {
      total += tries(of: path, child, depth: depth + 1)
    }
    if let child = found.folded[segment.map(\.folded)] {
      total += tries(of: path, child, depth: depth + 1)
    }
    return total
  }
}
