package import Navigation

extension ReachabilityProof {
  /// Whether a screen may be in the tree while a gate is closed.
  package func mayOccur(
    _ screen: Identifier<ScreenDefinition>, without gate: Identifier<Gate>
  ) -> Bool {
    !isComplete
      || gateStates.contains { gateState in
        !gateState.gates.contains(gate)
          && gateState.found.contains { shows(screen, classes.entries[$0.screen]) }
      }
  }

  /// Whether a screen requires, wherever it may be in the tree, a gate that lapses in the
  /// background after this time at the latest: no such gate opens there.
  func closes(
    _ screen: Identifier<ScreenDefinition>, inBackgroundAfter milliseconds: Int64
  ) -> Bool {
    isComplete
      && gateStates.allSatisfy { gateState in
        gateState.found.allSatisfy { element in
          let entry = classes.entries[element.screen]
          return !shows(screen, entry)
            || definition.demands(of: entry, in: element.place.coordinator).members.contains {
              definition[$0].lapses?.backgroundMilliseconds.map { $0 <= milliseconds } ?? false
            }
        }
      }
  }

  /// Whether a claim holds in every small state.
  package func holds(_ claim: (NavigationState) -> Bool) -> Bool {
    isComplete
      && gateStates.indices.allSatisfy { gateState in
        gateStates[gateState].contexts.allSatisfy { context in
          states(of: context, in: gateState).allSatisfy(claim)
        }
      }
  }

  /// Whether the screen at an index of the definition's screens may ever be in the tree.
  func mayOccur(screen index: Int) -> Bool { !isComplete || occurringScreens().contains(index) }

  /// The screens that may ever be in the tree, by index, if the proof is complete.
  func occurringScreens() -> Set<Int> {
    let routes = alphabet.untried.union(occurringRoutes())
    return Set(
      routes.compactMap {
        if case .screen(let screen) = definition.routes[$0].target { screen.index } else { nil }
      })
  }

  /// The routes by which screens are in the tree, by index.
  func occurringRoutes() -> Set<Int> { Set(classes.entries.map { $0.route.index }) }

  /// Whether a route by which no screen is in the tree may be opened.
  ///
  /// - Parameter isStopped: Polled with the number of steps since it was polled last.
  func mayOpenUnseen(route index: Int, _ isStopped: (_ steps: Int) -> Bool) -> Bool {
    guard isComplete, !alphabet.untried.contains(index) else { return true }
    guard !isStopped(alphabet.events.count) else { return true }
    // The same screen may be there already, by another route.
    let links = alphabet.events.compactMap { event -> Event? in
      guard case .open(let link, let source) = event,
        definition.route(openedBy: link, from: source)?.index == index
      else { return nil }
      return .open(link, from: source.withConsent)
    }
    return !holds { state in
      !isStopped(links.count)
        && links.allSatisfy { link in
          var state = state
          return state.apply(link, in: definition).outcome != .duplicated
        }
    }
  }

  /// The screens that may ever be in a flow, by index.
  func screens(inFlow index: Int) -> Set<Int> {
    var screens: Set<Int> = []
    for gateState in gateStates {
      for element in gateState.found {
        guard case .layer(.flow, let flow) = element.place, flow.index == index,
          case .screen(let screen) = definition[classes.entries[element.screen].route].target
        else { continue }
        screens.insert(screen.index)
      }
    }
    return screens
  }

  private func shows(_ screen: Identifier<ScreenDefinition>, _ entry: ScreenEntry) -> Bool {
    guard case .screen(screen) = definition[entry.route].target else { return false }
    return true
  }
}
