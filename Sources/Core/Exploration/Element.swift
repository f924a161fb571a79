package import Navigation

/// A screen at a place of the tree: the unit about which `ReachabilityProof` makes claims.
package struct Element: Hashable, Sendable {
  /// Where a stack can be.
  package enum Place: Hashable, Sendable {
    case stack(Identifier<Coordinator>)
    /// A layer with this coordinator, on top of anything.
    case layer(Layer.Kind, Identifier<Coordinator>)

    var coordinator: Identifier<Coordinator> {
      switch self {
      case .stack(let owner), .layer(_, let owner): owner
      }
    }
  }

  package let place: Place
  /// Whether it is the lowest screen of its stack.
  package let isRoot: Bool
  /// Its number in a `ScreenClasses`.
  package let screen: Int
}

/// Numbers the screens that occur: a route with its values. Unsaved work, the items of the query
/// and the results of flows do not distinguish screens, since no event depends on them except by
/// asking before it is performed; nor do the values of a screen that asks for consent, unless its
/// taps use them: the link in them can be any.
struct ScreenClasses {
  private struct Key: Hashable {
    let route: Identifier<Route>
    /// As bytes, since texts are equal if they look the same.
    let values: [[UInt8]?]

    init(_ entry: ScreenEntry, hasValues: Bool) {
      route = entry.route
      values = hasValues ? entry.values.map { $0.map { Array($0.utf8) } } : []
    }
  }

  private let routesWithoutValues: Set<Identifier<Route>>

  init(of definition: AppDefinition) {
    routesWithoutValues = definition.consentRoutes.filter { route in
      guard case .screen(let screen) = definition[route].target else { return false }
      return definition[screen].taps.allSatisfy { tap in
        if case .link(let template) = tap.target { template.names.isEmpty } else { true }
      }
    }
  }

  private func key(_ entry: ScreenEntry) -> Key {
    Key(entry, hasValues: !routesWithoutValues.contains(entry.route))
  }

  /// An example of each.
  private(set) var entries: [ScreenEntry] = []
  private var numbers: [Key: Int] = [:]
  /// Values are distinguished, but not without bound: a tap can make a new value of each old one.
  private var counts: [Identifier<Route>: Int] = [:]
  /// A route with more than `valuesMax` classes; the others are missing.
  private(set) var overflowing: Identifier<Route>?

  func screen(_ number: Int) -> AssembledScreen {
    AssembledScreen(route: entries[number].route, values: entries[number].values)
  }

  func known(_ entry: ScreenEntry) -> Int? { numbers[key(entry)] }

  /// Whether a screen has no number yet and can have one.
  func isNew(_ entry: ScreenEntry) -> Bool {
    known(entry) == nil && counts[entry.route, default: 0] < valuesMax
  }

  /// Numbers a screen, unless its route has too many.
  mutating func add(_ entry: ScreenEntry) { _ = number(of: entry) }

  /// The number of a screen; `nil` if its route has too many.
  mutating func number(of entry: ScreenEntry) -> Int? {
    let key = key(entry)
    if let known = numbers[key] { return known }
    guard counts[entry.route, default: 0] < valuesMax else {
      overflowing = overflowing ?? entry.route
      return nil
    }
    counts[entry.route, default: 0] += 1
    numbers[key] = entries.count
    entries.append(entry)
    return entries.count - 1
  }
}

/// The most combinations of values of one route that are distinguished.
private let valuesMax = 64
