package import Diagnostics
package import Navigation
import Screens

/// What an expectation is checked against.
package struct ExpectationSubject {
  let definition: AppDefinition
  let state: NavigationState
  /// The last event's outcome; `nil` if the last action was not an event.
  let last: Applied?
  /// The content of the visible screen; `nil` if no screen is visible.
  let content: ScreenContent?

  init(
    definition: AppDefinition, state: NavigationState, last: Applied?, content: ScreenContent?
  ) {
    (self.definition, self.state, self.last, self.content) = (definition, state, last, content)
  }

  /// A state whose screens show what their plugins describe.
  package init(describing state: NavigationState, in definition: AppDefinition, last: Applied?) {
    let entry = state.visibleEntry(in: definition)
    self.init(
      definition: definition, state: state, last: last,
      content: entry.map(definition.describedContent))
  }

  /// Checks the words that follow `expect` in a script.
  /// - Returns: Why they do not hold or are no expectation; `nil` if they hold.
  package func failure(ofWords words: String) -> Diagnostic? {
    do throws(Diagnostic) {
      guard let line = try CommandLine("expect " + words), let command = line.command else {
        return nil
      }
      let reader = ExpectationReader(
        definition: definition, invocation: try line.invocation(of: command))
      return failure(of: try reader.read()).map { .expectation($0.expected, $0.actual, at: nil) }
    } catch {
      return error
    }
  }

  /// Returns the expected and actual values; `nil` if they match.
  func failure(of expectation: Expectation) -> (expected: String, actual: String)? {
    switch expectation {
    case .screen(let screen):
      let entry = state.visibleEntry(in: definition)
      if let entry, screen.matches(entry, in: definition) { return nil }
      return ("screen \(screen.text)", entry.map { definition.text(of: $0) } ?? "no screen")
    case .stack(let coordinator, let screens): return stackFailure(coordinator, screens)
    case .tab(let tab):
      let tabs = state.visiblePath(in: definition).filter(definition.isTab)
      if tabs.contains(tab) { return nil }
      let actual = tabs.map { definition[$0].name }.joined(separator: "/")
      return ("tab \(definition[tab].name)", actual.isEmpty ? "no tab" : actual)
    case .outcome(let kind, let detail): return outcomeFailure(kind, detail)
    case .deferred(let link): return deferredFailure(link)
    case .gate(let gate, let isOpen):
      let found = state.openGates.contains(gate)
      func word(_ isOpen: Bool) -> String { isOpen ? openWord : closedWord }
      return found == isOpen
        ? nil : ("gate \(definition[gate].name) \(word(isOpen))", word(found))
    case .tap(let name): return tapFailure(name)
    case .show(let text): return showFailure(text)
    case .row(let number, let text): return rowFailure(number, text)
    case .transitions(let kinds):
      guard let last else { return ("transitions \(listed(kinds))", "no event") }
      let found = last.transitions.map(\.word)
      if found.elementsEqual(kinds, by: sameBytes) { return nil }
      return ("transitions \(listed(kinds))", listed(found))
    }
  }

  private func listed(_ words: [String]) -> String {
    words.isEmpty ? "none" : words.joined(separator: " ")
  }

  private func stackFailure(
    _ coordinator: Identifier<Coordinator>?, _ screens: [Expectation.Screen]
  ) -> (String, String)? {
    let stack = coordinator.map(stack(of:)) ?? state.visibleStack(in: definition)
    let agrees =
      stack.count == screens.count
      && zip(screens, stack).allSatisfy { $0.matches($1, in: definition) }
    if agrees { return nil }
    let owner = coordinator ?? state.visibleCoordinator(in: definition)
    let expected = screens.map(\.text).joined(separator: " > ")
    let start = coordinator.map { "\(definition[$0].name): " } ?? ""
    let actual = stack.isEmpty ? "nothing" : definition.text(of: stack)
    return ("stack \(start)\(expected)", "\(definition[owner].name): \(actual)")
  }

  /// Returns the coordinator's stack: for tabs or a switch, that of the child shown; for a flow,
  /// that of its topmost running layer.
  private func stack(of coordinator: Identifier<Coordinator>) -> [ScreenEntry] {
    if definition[coordinator].kind == .flow {
      return state.layers.last { $0.kind == .flow && $0.coordinator == coordinator }?.stack ?? []
    }
    return state.stacks[state.base(below: coordinator, in: definition).index]
  }

  private func outcomeFailure(_ kind: String, _ detail: String?) -> (String, String)? {
    let expected = "outcome \(kind)" + (detail.map { "(\($0))" } ?? "")
    guard let outcome = last?.outcome else { return (expected, "no event") }
    let agrees =
      sameBytes(outcome.kind, kind)
      && detail.map { wanted in sameBytes(outcome.detail, wanted) } ?? true
    return agrees ? nil : (expected, outcome.kind + (outcome.detail.map { "(\($0))" } ?? ""))
  }

  private func deferredFailure(_ link: String?) -> (String, String)? {
    let waiting = state.deferred.map(\.link) + (state.request.map { [$0.link] } ?? [])
    if let link {
      if waiting.contains(where: { sameBytes($0, link) }) { return nil }
    } else if waiting.isEmpty {
      return nil
    }
    return ("deferred \(link ?? "none")", listed(waiting))
  }

  private func tapFailure(_ name: String) -> (String, String)? {
    let taps = content?.allTaps.map(\.name) ?? []
    if taps.contains(where: { sameBytes($0, name) }) { return nil }
    return ("tap \(name)", taps.isEmpty ? "no taps" : taps.joined(separator: ", "))
  }

  private func showFailure(_ text: String) -> (String, String)? {
    let isShown = content?.texts.contains { holds($0, text) } ?? false
    return isShown ? nil : ("show \(text)", shownText)
  }

  private func rowFailure(_ number: Int, _ text: String) -> (String, String)? {
    let row = content?.rows.dropFirst(number - 1).first
    if let row, holds(row.text, text) { return nil }
    let found = row?.text ?? "\(counted(content?.rows.count ?? 0, "row")): \(shownText)"
    return ("row \(number) \(text)", found)
  }

  /// The beginning of the screen's texts, separated by `|`.
  private var shownText: String {
    guard let content else { return "no screen" }
    let text = content.texts.joined(separator: " | ")
    return clipped(escaped(text), columns: Limits.shownColumnsMax)
  }
}

extension Outcome {
  /// The text in parentheses after the kind, as in `deferred(login)`.
  var detail: String? {
    switch self {
    case .moved, .duplicated, .queued: nil
    case .outside(let link): link
    case .deferred(let gate): gate
    case .asked(let screen), .blocked(let screen): screen
    case .refused(let refusal): refusal.reason
    }
  }
}
