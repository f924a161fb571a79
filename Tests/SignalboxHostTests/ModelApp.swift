import Diagnostics
import Navigation
import SignalboxHost
import TestSupport
import Testing

/// An app on a `ModelSurface`, and its user.
@MainActor
struct ModelApp {
  let navigator: Navigator
  let surface: ModelSurface
  let driver: HostDriver

  init(
    _ definition: AppDefinition, isReady: Bool = true, log: (@MainActor (String) -> Void)? = nil
  ) {
    navigator = Navigator(definition, isReady: isReady, clock: { 0 }, log: log)
    surface = ModelSurface(of: navigator)
    driver = HostDriver(navigator, surface: surface)
    surface.userActed = { [weak driver] in driver?.userActed() }
    driver.start()
  }

  /// Ends all that runs; a gesture is cancelled.
  func rest() {
    surface.endGesture(isCancelled: true)
    var transitions = 0
    while surface.isInTransition, transitions < 100 {
      surface.endTransition()
      transitions += 1
    }
  }

  /// A moment of a walk: an event, or something on the surface.
  func step(_ random: inout SplitMix64, event: (inout SplitMix64) -> Event) {
    switch random.below(10) {
    case 0...4: navigator.apply(event(&random))
    case 5, 6: surface.endTransition()
    case 7: surface.beginGesture(leaving: random.below(4))
    case 8: surface.endGesture(isCancelled: random.chance(40))
    default:
      let definition = navigator.definition
      let owners = definition.coordinators.indices.filter {
        definition.coordinators[$0].kind == .tabs
      }
      guard !owners.isEmpty else { return }
      let owner = definition.coordinator(named: definition.coordinators[random.pick(owners)].name)
      guard let owner else { return }
      surface.selectTab(random.below(definition[owner].children.count), of: owner)
    }
  }

  /// Checks what must hold at every moment: nothing is refused, and no screen is on top that a
  /// closed gate has expelled, unless its content is hidden.
  func checkMoment(sourceLocation: SourceLocation = #_sourceLocation) {
    for screen in surface.topScreens where navigator.request(for: screen) == nil {
      guard !surface.hidden.contains(screen), let request = surface.request(for: screen),
        !surface.removes(screen), !navigator.admits(request)
      else { continue }
      Issue.record("\(request.screen) is visible", sourceLocation: sourceLocation)
    }
    for fault in surface.refused { Issue.record("\(fault)", sourceLocation: sourceLocation) }
  }

  /// Checks what must hold at rest.
  func checkRest(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
    rest()
    #expect(driver.isAtRest, comment, sourceLocation: sourceLocation)
    #expect(surface.tree == navigator.tree, comment, sourceLocation: sourceLocation)
  }
}

extension Navigator {
  /// Whether the gates of a screen's route are open.
  func admits(_ request: ScreenRequest) -> Bool {
    definition.routes.contains { route in
      guard definition.name(ofScreen: route) == request.screen else { return false }
      return route.gates.isSubset(of: state.openGates)
    }
  }
}
