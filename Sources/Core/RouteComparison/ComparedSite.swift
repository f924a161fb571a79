import Links
import RouteAnalysis
import RouteProofs

/// A site and the first stages of its links in two tables.
struct ComparedSite {
  let site: LinkSite
  let old: RedirectStage
  let new: RedirectStage

  /// What distinguishes sites: for each base in order, the routes under it and its segments.
  private struct Signature: Hashable {
    let old: [Mount]
    let new: [Mount]

    struct Mount: Hashable {
      let isUnder: [Bool]
      let prefix: [[UInt8]]
      let skipsSegment: Bool
    }
  }

  /// The sites that differ in the routes that their links may open; in-app paths first.
  static func all(old: ComparedSide, new: ComparedSide) -> [ComparedSite] {
    var known: Set<Signature> = []
    return LinkSite.all(under: old.table.bases + new.table.bases).compactMap { site in
      let stages = [old, new].map { side in
        RedirectStage(
          mounts: site.mounts(of: side.table), otherwise: site.outer.flatMap(side.given.end))
      }
      let signature = Signature(
        old: mounts(stages[0], old.table), new: mounts(stages[1], new.table))
      let isKnown = !known.insert(signature).inserted
      if isKnown, stages.allSatisfy({ $0.otherwise == nil }) { return nil }
      return ComparedSite(site: site, old: stages[0], new: stages[1])
    }
  }

  private static func mounts(
    _ stage: RedirectStage, _ table: RouteTable
  ) -> [Signature.Mount] {
    stage.mounts.map { mount in
      let isUnder = table.routes.map { route in
        mount.base.map { route.isUnderBase[$0] } ?? true
      }
      return Signature.Mount(
        isUnder: isUnder, prefix: mount.prefix, skipsSegment: mount.skipsSegment)
    }
  }
}
