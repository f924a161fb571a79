import Diagnostics
package import Navigation

/// What of a state's gates decides events: which are open, and for whom, where a route requires one
/// for one account.
package struct OpenGates: Hashable, Sendable {
  let gates: GateSet
  let accounts: [TextBytes?]

  package init(_ state: NavigationState, in definition: AppDefinition) {
    gates = state.openGates
    accounts = state.accounts(in: definition)
  }
}

/// A state without the numbers of its screens and transitions, which grow with every event.
package struct StateShape: Hashable, Sendable {
  struct Screen: Hashable, Sendable {
    let owner: Identifier<Coordinator>
    let entry: ScreenEntry

    static func == (left: Self, right: Self) -> Bool {
      left.owner == right.owner && left.entry.isDirty == right.entry.isDirty
        && left.entry.showsSame(as: right.entry)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(owner)
      hasher.combine(entry.route)
      hasher.combine(entry.isDirty)
      hasher.combine(entry.values.map { $0.map { TextBytes($0) } })
    }
  }

  let gates: OpenGates
  let isInBackground: Bool
  let selections: [Int]
  let earlierTabs: [Identifier<Coordinator>]
  let screens: [Screen]
  let layers: [Layer.Kind]
  /// A link and where it comes from.
  struct WaitingLink: Hashable, Sendable {
    let link: TextBytes
    let source: LinkSource
    /// Those to return to.
    var screens: [Screen] = []
  }

  let waiting: [WaitingLink]
  let asks: Bool
  let request: WaitingLink?

  package init(_ state: NavigationState, in definition: AppDefinition) {
    gates = OpenGates(state, in: definition)
    isInBackground = state.isInBackground
    selections = state.selections
    earlierTabs = state.earlierTabs
    var screens: [Screen] = []
    screens.reserveCapacity(16)
    state.forEachEntry { entry, owner in screens.append(Screen(owner: owner, entry: entry)) }
    self.screens = screens
    layers = state.layers.map { $0.kind }
    waiting = state.deferred.map { link in
      var waiting = WaitingLink(link: TextBytes(link.link), source: link.source)
      link.place?.forEachEntry { waiting.screens.append(Screen(owner: $1, entry: $0)) }
      return waiting
    }
    asks = state.pendingLeave != nil
    request = state.request.map { WaitingLink(link: TextBytes($0.link), source: $0.source) }
  }
}
