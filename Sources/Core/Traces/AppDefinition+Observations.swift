import Diagnostics
package import Navigation

extension AppDefinition {
  /// The lines of a log about an event: its own, and that of the screen that it shows.
  ///
  /// - An event without a line that opens or closes a gate, as a tap that logs in does, gets the
  ///   line of that.
  /// - A `back` line says that one screen was left, so an event that pops several gets one for
  ///   each, with the screens in between.
  /// - A gate that lapses gets none: the times of the lines say that it does.
  /// - `cancel` gets the line of what it does: a dismissal, or a step back.
  ///
  /// - Parameter logged: The kinds of events that get a line.
  package func observations(
    of event: Event, _ outcome: Outcome, from before: NavigationState, to after: NavigationState,
    logged: Set<ObservedKind>
  ) -> [Observation] {
    if case .refused = outcome { return [] }
    var lines: [Observation] = []
    let hasLine = { (event: Event) in ObservedKind(event).map(logged.contains) ?? false }
    switch event.answered(in: before) {
    case .root where logged.contains(.back), .popTo where logged.contains(.back):
      if outcome == .moved { lines = pops(from: before, to: after) }
    case .cancel where logged.contains(.dismiss):
      lines = cancelled(from: before, to: after)
    case .tick: break
    default:
      let gates = gateChanges(from: before, to: after)
      lines = (hasLine(event) ? [event] : gates.filter(hasLine)).map { .event($0) }
    }
    let shown = before.visibleEntry(in: self)
    if let entry = after.visibleEntry(in: self),
      entry.id != shown?.id || shown.map({ !$0.showsSame(as: entry) }) ?? true
    {
      lines.append(.screen(observed(entry)))
    }
    return lines
  }

  /// A `back` line for each screen that the visible stack has lost, and the screens in between.
  private func pops(from before: NavigationState, to after: NavigationState) -> [Observation] {
    let left = before.visible(in: self).dropFirst(after.visible(in: self).count)
    let between = left.dropLast().reversed().flatMap { entry -> [Observation] in
      [.screen(observed(entry)), .event(.back)]
    }
    return left.isEmpty ? [] : [.event(.back)] + between
  }

  private func cancelled(from before: NavigationState, to after: NavigationState) -> [Observation] {
    if before.layers.count > after.layers.count { return [.event(.dismiss)] }
    let isPop = before.visible(in: self).count > after.visible(in: self).count
    return isPop ? [.event(.back)] : []
  }

  /// An entry as a line of a log with all values would show it.
  package func observed(_ entry: ScreenEntry) -> ObservedScreen {
    ObservedScreen(
      name(of: entry),
      values: values(of: entry).map { ObservedScreen.Value($0.name, $0.value) })
  }

  /// The gates that differ between two states, as the events that open and close them.
  package func gateChanges(from before: NavigationState, to after: NavigationState) -> [Event] {
    guard before.openGates != after.openGates || before.subjects != after.subjects else {
      return []
    }
    return gateIDs.compactMap { id in
      let (was, isNow) = (before.openGates.contains(id), after.openGates.contains(id))
      let subject = after.subjects[id.index]
      guard was != isNow || !sameBytes(before.subjects[id.index], subject) else { return nil }
      let name = self[id].name
      return isNow ? .satisfy(gate: name, subject: subject) : .revoke(gate: name)
    }
  }
}

extension Event {
  /// The event itself, or the one that `confirm` performs if it pops several screens, since that
  /// had no line when it was blocked.
  fileprivate func answered(in state: NavigationState) -> Event {
    guard case .confirm = self, let blocked = state.pendingLeave?.event else { return self }
    switch blocked {
    case .root, .popTo: return blocked
    default: return self
    }
  }
}
