/// Which activities of an app take a link. Android asks the user if several do.
package struct ManifestDecision: Sendable, Hashable {
  /// One decision per activity, in the order of the manifest.
  package let activities: [ActivityDecision]

  /// The indices of the activities that take the link.
  package var taking: [Int] { activities.indices.filter { activities[$0].isTaken } }
}

/// Whether an activity takes a link, and why.
package struct ActivityDecision: Sendable, Hashable {
  /// Why an activity takes no links, regardless of its filters.
  package enum Obstacle: Sendable, Hashable, CaseIterable {
    case appDisabled
    case disabled
    case notExported
  }

  /// What keeps the activity from taking links.
  package let obstacle: Obstacle?
  /// One decision per filter, up to and including the first that takes the link.
  package let filters: [FilterDecision]

  package var isTaken: Bool { obstacle == nil && filters.last?.isTaken == true }
}

extension AndroidManifest {
  /// Decides which activities take a link.
  ///
  /// - Parameter bytes: The link; longer than `AndroidLimits.urlBytesMax`, it is refused.
  /// - Returns: `nil` for a link that is too long.
  package func decision(on bytes: some Collection<UInt8>) -> ManifestDecision? {
    guard bytes.count <= AndroidLimits.urlBytesMax else { return nil }
    let url = AndroidURL(bytes)
    return ManifestDecision(
      activities: activities.map { activity in
        ActivityDecision(
          obstacle: isEnabled ? activity.obstacle : .appDisabled,
          filters: activity.decisions(on: url))
      })
  }
}

extension AndroidActivity {
  /// What keeps the activity from taking links from other apps.
  package var obstacle: ActivityDecision.Obstacle? {
    if !isEnabled { return .disabled }
    return isExported ? nil : .notExported
  }

  fileprivate func decisions(on url: AndroidURL) -> [FilterDecision] {
    var decisions: [FilterDecision] = []
    for filter in filters {
      decisions.append(filter.decision(on: url))
      if decisions.last?.isTaken == true { break }
    }
    return decisions
  }
}
