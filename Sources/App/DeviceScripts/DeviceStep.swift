import Commands
import Navigation

/// A line of a script as a step on a device.
struct DeviceStep {
  enum Action: Equatable {
    case open(link: String)
    case tap(String)
    case selectTab(String)
    case back
    case seeScreen(String)
    case seeTap(String)
    case seeTab(String)
    case seeText(String)
  }

  let line: ScriptLine
  /// `nil` if there is no equivalent.
  var action: Action?
  /// What the action leaves out; `nil` if it does all that the line does.
  var omission: Omission?

  /// What a step leaves out of its line.
  enum Omission: String {
    case values = "the values of the screen"
    case screensBelow = "the screens below the topmost"
    case rowNumber = "the number of the row"
  }
}

extension DeviceStep {
  init(_ line: ScriptLine, in definition: AppDefinition) {
    self.line = line
    switch line.action {
    case .event(let event): read(event, in: definition)
    case .expectation(let expectation): read(expectation, in: definition)
    case .coldStart, .other: break
    }
  }

  private mutating func read(_ event: Event, in definition: AppDefinition) {
    switch event {
    case .open(let link, let source):
      // A device opens every link from outside.
      guard source == .outside else { return }
      action = definition.wholeLink(link).map { .open(link: $0) }
    case .tap(let name): action = .tap(name)
    case .select(let tab): action = .selectTab(tab)
    case .back: action = .back
    case .dismiss, .popTo, .root, .finish, .satisfy, .revoke, .dirty,
      .confirm, .cancel, .accept, .decline, .background, .foreground, .ready, .tick:
      break
    }
  }

  private mutating func read(_ expectation: Expectation, in definition: AppDefinition) {
    switch expectation {
    case .screen(let screen):
      action = .seeScreen(screen.name)
      if !screen.values.isEmpty { omission = .values }
    case .stack(nil, let screens):
      guard let top = screens.last else { return }
      action = .seeScreen(top.name)
      omission = screens.count > 1 ? .screensBelow : top.values.isEmpty ? nil : .values
    case .tab(let tab): action = .seeTab(definition[tab].name)
    case .tap(let name): action = .seeTap(name)
    case .show(let text): action = .seeText(text)
    case .row(_, let text):
      action = .seeText(text)
      omission = .rowNumber
    // A coordinator that is named can be invisible.
    case .stack(.some, _), .outcome, .deferred, .gate, .transitions: break
    }
  }
}
