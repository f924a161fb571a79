import Testing

@testable import Commands
@testable import Navigation

/// The text of a transition reads well even if parts of the transition are absent.
struct TransitionTextTests {
  private static let kinds: [Transition.Kind] = [
    .push, .pop, .replace, .setRoot, .present(.sheet), .dismiss, .start, .finish(result: nil),
    .prune(Identifier(0)), .remove(screen: "Home"),
  ]

  @Test(arguments: kinds) func `a transition's text has no empty parts`(kind: Transition.Kind) {
    let definition = TestApp.definition
    let entry = NavigationState(of: definition).visibleEntry(in: definition)
    for (from, to) in [(nil, nil), (entry, nil), (nil, entry), (entry, entry)] {
      let transition = Transition(
        sequence: 1, kind: kind, causedBy: .logout, coordinator: Identifier(1), from: from, to: to)
      let text = TransitionText(definition: definition, transition: transition)
      #expect(!text.phrase.contains("  ") && !text.phrase.hasSuffix(" "), "\(text.phrase)")
    }
  }
}
