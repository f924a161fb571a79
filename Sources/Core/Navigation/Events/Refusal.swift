import Diagnostics
public import Links

/// Why an event changed nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// The link cannot be read.
  case unreadable(LinkError)
  /// No route of this app takes the link.
  case notFound(link: String)
  /// The link is not under any base of this app.
  case foreign(link: String)
  /// Routes under different bases take the path; their patterns.
  case ambiguous(link: String, patterns: [String])
  /// More redirects than allowed; the links gone through.
  case redirectLoop(hops: [String])
  /// Fewer screens to pop than asked.
  case nothingToPop(requested: Int, available: Int)
  /// No sheet, cover or flow to take away.
  case nothingToDismiss
  /// The screen is not below the visible one.
  case notInStack(screen: String, nearest: String?)
  /// The visible screen has no such tap.
  case unknownTap(name: String, screen: String, taps: [String])
  /// No coordinator of that name is a tab.
  case unknownTab(name: String, nearest: String?)
  /// No gate of that name.
  case unknownGate(name: String, nearest: String?)
  /// The gate requires another that is closed.
  case gateRequires(gate: String, required: String)
  /// A switch shows another child.
  case notShown(coordinator: String)
  /// A sheet, cover or flow is above the tabs.
  case covered(by: String)
  /// No flow runs.
  case noFlow
  /// Only links and facts are taken before `ready`.
  case notReady
  /// `ready` came before.
  case alreadyReady
  /// Nothing was blocked.
  case nothingToConfirm
  /// Nothing was blocked and no challenge is shown.
  case nothingToCancel
  /// The clock cannot go back, nor beyond its limit.
  case clock(nowMilliseconds: Int64, requestedMilliseconds: Int64)
  /// A bound was reached.
  case limit(name: String, bound: Int)

  /// The stable word for it, as in `refused(not-found)`.
  public var reason: String {
    switch self {
    case .unreadable(let error): error.code == .linkTooLong ? "too-long" : "malformed"
    case .notFound: "not-found"
    case .foreign: "foreign"
    case .ambiguous: "ambiguous"
    case .redirectLoop: "redirect-loop"
    case .nothingToPop: "nothing-to-pop"
    case .nothingToDismiss: "nothing-to-dismiss"
    case .notInStack: "not-in-stack"
    case .unknownTap: "unknown-tap"
    case .unknownTab: "unknown-tab"
    case .unknownGate: "unknown-gate"
    case .gateRequires: "gate-requires"
    case .notShown: "not-shown"
    case .covered: "covered"
    case .noFlow: "no-flow"
    case .notReady: "not-ready"
    case .alreadyReady: "already-ready"
    case .nothingToConfirm: "nothing-to-confirm"
    case .nothingToCancel: "nothing-to-cancel"
    case .clock: "clock"
    case .limit: "limit"
    }
  }

  /// All words that `reason` can give.
  public static let reasons = [
    "too-long", "malformed", "not-found", "foreign", "ambiguous", "redirect-loop", "nothing-to-pop",
    "nothing-to-dismiss", "not-in-stack", "unknown-tap", "unknown-tab", "unknown-gate",
    "gate-requires", "not-shown", "covered", "no-flow", "not-ready", "already-ready",
    "nothing-to-confirm", "nothing-to-cancel", "clock", "limit",
  ]
}
