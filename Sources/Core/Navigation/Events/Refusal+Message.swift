import Diagnostics
import Links

extension Refusal {
  /// What is wrong and, where it helps, what to do: one line, not escaped.
  public var message: String {
    switch self {
    case .unreadable, .notFound, .foreign, .ambiguous, .redirectLoop: linkMessage
    case .nothingToPop(let requested, let available):
      if available == 0 {
        "nothing to pop: this is the first screen"
      } else {
        "cannot pop \(requested) screens: only \(available) can be popped"
      }
    case .nothingToDismiss: "nothing to dismiss: no sheet, cover or flow is shown"
    case .notInStack(let screen, let nearest):
      "'\(screen)' is not below this screen" + suggestion(nearest)
    case .unknownTap(let name, let screen, let taps):
      if taps.isEmpty {
        "\(screen) has no tap '\(name)'; it has no taps at all"
      } else {
        "\(screen) has no tap '\(name)'; it has \(taps.joined(separator: ", "))"
      }
    case .unknownTab(let name, let nearest): "no tab is called '\(name)'" + suggestion(nearest)
    case .unknownGate(let name, let nearest): "no gate is called '\(name)'" + suggestion(nearest)
    case .gateRequires(let gate, let required):
      "gate \(gate) requires gate \(required), which is closed: satisfy \(required) first"
    case .notShown(let coordinator):
      "\(coordinator) is not shown: a switch above it shows another child"
    case .covered(let screen): "\(screen) is above the tabs: dismiss it first"
    case .noFlow: "no flow is running"
    case .notReady: "not ready: only links, gates and time are accepted until 'ready'"
    case .alreadyReady: "the session is already ready"
    case .nothingToConfirm: "nothing to confirm: no event is blocked by unsaved work"
    case .nothingToCancel: "nothing to cancel: no event is blocked and no challenge is shown"
    case .clock(let now, let requested):
      "the clock is at \(now) ms and cannot be set to \(requested) ms"
    case .limit(let name, let bound): "the limit of \(bound) \(name) is reached"
    }
  }

  private var linkMessage: String {
    switch self {
    case .unreadable(let error): error.message
    case .notFound(let link): "no route matches '\(link)': 'why \(link)' lists the nearest ones"
    case .foreign(let link): "'\(link)' is not under any base of this app"
    case .ambiguous(let link, let patterns):
      "'\(link)' is ambiguous between \(patterns.joined(separator: ", ")): give the whole link"
    case .redirectLoop(let hops): "too many redirects: \(hops.joined(separator: " → "))"
    default: reason
    }
  }

  private func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
