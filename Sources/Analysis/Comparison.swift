import Links
public import Navigation

/// What two versions of an app make of the same links.
///
///     let comparison = Comparison(old: try AppDefinition(plugins: released), new: definition)
///     comparison.differences.filter { $0.kind == .lost }
///
/// Paths are compared as languages: each pair of an old and a new route, or none, that any link
/// goes between is told once, with a link on which both versions have been asked. Links through
/// redirects, and those under a base that only one version has, are compared by samples.
public struct Comparison: Sendable {
  /// Links of one kind that differ.
  public struct Difference: Sendable, Hashable {
    /// What became of the links.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// They opened something and open nothing any more.
      case lost
      /// They open something else: another route, screen or coordinator, or through other gates.
      case changed
      /// They opened nothing before.
      case new
    }

    /// What became of the links.
    public let kind: Kind
    /// One of them.
    public let link: String
    /// What it opened.
    public let old: LinkOutcome
    /// What it opens.
    public let new: LinkOutcome
  }

  /// One for each class of links, lost ones first, in the order of the old and the new paths.
  public let differences: [Difference]
  /// Routes of which some question took too many steps.
  public let undecided: [Finding.Place]

  /// Compares two versions.
  public init(old: AppDefinition, new: AppDefinition) {
    let tables = TableComparison(old: old.table, new: new.table)
    var found: [Difference] = []
    var seen: Set<Pair> = []
    var undecided: [Finding.Place] = []
    func add(_ change: TableComparison.Change) {
      let before = LinkOutcome(of: change.link, in: old)
      let after = LinkOutcome(of: change.link, in: new)
      guard before != after, before.isOpen || after.isOpen,
        seen.insert(Pair(before, after)).inserted
      else { return }
      let kind: Difference.Kind = !after.isOpen ? .lost : before.isOpen ? .changed : .new
      found.append(Difference(kind: kind, link: change.link, old: before, new: after))
    }
    for route in old.routes.indices {
      if let same = tables.counterparts[route],
        Self.mayDiffer(old, route, new, same), let change = tables.shared(by: route)
      {
        add(change)
      }
      let (changes, isDecided) = tables.changes(from: route)
      changes.forEach(add)
      if !isDecided { undecided.append(Finding.Place(old.routes[route])) }
    }
    for route in new.routes.indices {
      let (change, isDecided) = tables.gain(of: route)
      if let change { add(change) }
      if !isDecided { undecided.append(Finding.Place(new.routes[route])) }
    }
    differences = Difference.Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
    self.undecided = undecided
  }

  private struct Pair: Hashable {
    let old: LinkOutcome
    let new: LinkOutcome

    init(_ old: LinkOutcome, _ new: LinkOutcome) {
      self.old = old
      self.new = new
    }
  }

  /// Whether a link that opens both could be told apart; a redirect's target may have changed.
  private static func mayDiffer(
    _ old: AppDefinition, _ route: Int, _ new: AppDefinition, _ same: Int
  ) -> Bool {
    func words(_ definition: AppDefinition, _ index: Int) -> [[UInt8]] {
      let route = definition.routes[index]
      let target =
        switch route.target {
        case .screen(let screen): definition[screen].name
        case .browser: ""
        case .redirect(let template): template.text
        }
      let gates = route.gates.members.map { definition[$0].name }
      let coordinator = route.coordinator.map { definition[$0].name } ?? ""
      return ([target, coordinator] + gates).map { Array($0.utf8) }
    }
    if case .redirect = old.routes[route].target { return true }
    return words(old, route) != words(new, same)
  }
}
