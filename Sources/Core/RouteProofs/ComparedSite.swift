import Links

/// A site as two tables see it.
struct ComparedSite {
  let site: LinkSite
  let old: CourseLevel
  let new: CourseLevel

  /// What tells sites apart: which routes stand there, in which order, behind which segments.
  private struct Signature: Hashable {
    let old: [Entrance]
    let new: [Entrance]

    struct Entrance: Hashable {
      let isUnder: [Bool]
      let prefix: [[UInt8]]
    }
  }

  /// Sites at which links may be opened by other routes than elsewhere, a path from inside first.
  static func all(old: ComparedSide, new: ComparedSide) -> [ComparedSite] {
    var known: Set<Signature> = []
    return LinkSite.all(under: old.table.bases + new.table.bases).compactMap { site in
      let levels = [old, new].map { side in
        CourseLevel(
          entrances: site.entrances(of: side.table), otherwise: site.outer.flatMap(side.given.end))
      }
      let signature = Signature(
        old: entrances(levels[0], old.table), new: entrances(levels[1], new.table))
      let isKnown = !known.insert(signature).inserted
      if isKnown, levels.allSatisfy({ $0.otherwise == nil }) { return nil }
      return ComparedSite(site: site, old: levels[0], new: levels[1])
    }
  }

  private static func entrances(
    _ level: CourseLevel, _ table: RouteTable
  ) -> [Signature.Entrance] {
    level.entrances.map { entrance in
      let isUnder = table.routes.map { route in
        entrance.base.map { route.isUnderBase[$0] } ?? true
      }
      return Signature.Entrance(isUnder: isUnder, prefix: entrance.prefix)
    }
  }
}
