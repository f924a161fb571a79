import Diagnostics
public import Links

// Indirect, so that functions which can throw it return it in a register, not in memory.
/// Why an event was refused.
public indirect enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(LinkError)
  case notFound(link: String)
  case foreign(link: String)
  /// The route that matches the link refuses it: always, or because it opens only from inside.
  case forbidden(link: String, pattern: String, isInternal: Bool = false)
  /// The route that matches the link is for guests, and the gate is open.
  case guestsOnly(link: String, pattern: String, gate: String)
  /// The route that matches the link opens none from this source, only from `admitted`.
  case source(link: String, pattern: String, from: String, admitted: [String])
  /// No source of the definition has the name; `nil` if a signed link can be from several sources.
  /// `candidates` lists what may be meant.
  case unknownSource(name: String?, candidates: [String])
  /// Routes under several bases match the path; `patterns` lists them.
  case ambiguous(link: String, patterns: [String])
  /// Too many redirects; `hops` lists the links followed.
  case redirectLoop(hops: [String])
  case nothingToPop(requested: Int, available: Int)
  case nothingToDismiss
  case notInStack(screen: String, nearest: String?)
  /// `because` is the state of a screen whose content is missing, as in `it is still loading`.
  case unknownTap(name: String, screen: String, taps: [String], because: String? = nil)
  case unknownTab(name: String, nearest: String?)
  case unknownGate(name: String, nearest: String?)
  case gateRequires(gate: String, required: String)
  /// The coordinator is hidden: a switch shows another child.
  case notShown(coordinator: String)
  /// A sheet, cover or flow is above the tabs.
  case covered(by: String)
  case noFlow
  case notReady
  case alreadyReady
  case nothingToConfirm
  case nothingToCancel
  /// No screen that asks for consent is visible.
  case nothingToAnswer
  /// The app is in the background.
  case inBackground
  case clock(nowMilliseconds: Int64, requestedMilliseconds: Int64)
  case limit(name: String, bound: Int)

  /// The stable names of the reasons, as in `refused(not-found)`.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case tooLong = "too-long"
    case malformed
    case notFound = "not-found"
    case foreign, forbidden
    case guestsOnly = "guests-only"
    case source
    case unknownSource = "unknown-source"
    case ambiguous
    case redirectLoop = "redirect-loop"
    case nothingToPop = "nothing-to-pop"
    case nothingToDismiss = "nothing-to-dismiss"
    case notInStack = "not-in-stack"
    case unknownTap = "unknown-tap"
    case unknownTab = "unknown-tab"
    case unknownGate = "unknown-gate"
    case gateRequires = "gate-requires"
    case notShown = "not-shown"
    case covered
    case noFlow = "no-flow"
    case notReady = "not-ready"
    case alreadyReady = "already-ready"
    case nothingToConfirm = "nothing-to-confirm"
    case nothingToCancel = "nothing-to-cancel"
    case nothingToAnswer = "nothing-to-answer"
    case inBackground = "in-background"
    case clock, limit
  }

  /// The name of the reason.
  public var name: Name {
    switch self {
    case .unreadable(.malformed): .malformed
    case .unreadable: .tooLong
    case .notFound: .notFound
    case .foreign: .foreign
    case .forbidden: .forbidden
    case .guestsOnly: .guestsOnly
    case .source: .source
    case .unknownSource: .unknownSource
    case .ambiguous: .ambiguous
    case .redirectLoop: .redirectLoop
    case .nothingToPop: .nothingToPop
    case .nothingToDismiss: .nothingToDismiss
    case .notInStack: .notInStack
    case .unknownTap: .unknownTap
    case .unknownTab: .unknownTab
    case .unknownGate: .unknownGate
    case .gateRequires: .gateRequires
    case .notShown: .notShown
    case .covered: .covered
    case .noFlow: .noFlow
    case .notReady: .notReady
    case .alreadyReady: .alreadyReady
    case .nothingToConfirm: .nothingToConfirm
    case .nothingToCancel: .nothingToCancel
    case .nothingToAnswer: .nothingToAnswer
    case .inBackground: .inBackground
    case .clock: .clock
    case .limit: .limit
    }
  }

  /// The text of the name.
  public var reason: String { name.rawValue }

  /// Every value of `reason`.
  public static let reasons = Name.allCases.map { $0.rawValue }
}

extension Refusal {
  /// What is wrong and, where it helps, what to do: one line, not escaped.
  public var message: String {
    switch self {
    case .unreadable(let error): error.diagnostic.message
    case .notFound(let link): "no route matches '\(link)': 'why \(link)' lists the nearest ones"
    case .foreign(let link): "'\(link)' is not under any base of this app"
    case .forbidden(let link, let pattern, false): "route '\(pattern)' refuses '\(link)'"
    case .forbidden(let link, let pattern, true):
      "route '\(pattern)' opens only from inside: by a tap, or by 'open \(link) inside'"
    case .guestsOnly(let link, let pattern, let gate):
      "'\(link)' is for guests: route '\(pattern)' opens only while gate \(gate) is closed"
    case .source(let link, let pattern, let source, let admitted):
      "'\(link)' comes from \(source): route '\(pattern)' opens only links from "
        + admitted.joined(separator: ", ")
    case .unknownSource(let name?, let candidates):
      "no source of links is called '\(name)'" + suggestion(candidates.first)
    case .unknownSource(nil, let candidates):
      "a signed link can come from \(candidates.joined(separator: ", ")): name one, as in "
        + "'from \(candidates.first ?? "") signed'"
    case .ambiguous(let link, let patterns):
      "'\(link)' is ambiguous between \(patterns.joined(separator: ", ")): give the complete link"
    case .redirectLoop(let hops): "too many redirects: \(hops.joined(separator: " → "))"
    case .nothingToPop(let requested, let available):
      if available == 0 {
        "nothing to pop: this is the first screen"
      } else {
        "cannot pop \(requested) screens: only \(available) can be popped"
      }
    case .nothingToDismiss: "nothing to dismiss: no sheet, cover or flow is shown"
    case .notInStack(let screen, let nearest):
      "'\(screen)' is not below this screen" + suggestion(nearest)
    case .unknownTap(let name, let screen, let taps, let state):
      "\(screen) has no tap '\(name)'" + (state.map { "; \($0)" } ?? "")
        + (!taps.isEmpty
          ? "; it has \(taps.joined(separator: ", "))"
          : state == nil ? "; it has no taps at all" : "")
    case .unknownTab(let name, let nearest): "no tab is called '\(name)'" + suggestion(nearest)
    case .unknownGate(let name, let nearest): "no gate is called '\(name)'" + suggestion(nearest)
    case .gateRequires(let gate, let required):
      "gate \(gate) requires gate \(required), which is closed: satisfy \(required) first"
    case .notShown(let coordinator):
      "\(coordinator) is not shown: a switch above it shows another child"
    case .covered(let screen): "\(screen) is above the tabs: dismiss it first"
    case .noFlow: "no flow is running: 'finish' ends a flow; 'back' and 'dismiss' leave others"
    case .notReady: "not ready: only links, gates and time are accepted until 'ready'"
    case .alreadyReady: "the session is already ready"
    case .nothingToConfirm: "nothing to confirm: no event is blocked by unsaved work"
    case .nothingToCancel: "nothing to cancel: no event is blocked and no challenge is shown"
    case .nothingToAnswer: "nothing to answer: the visible screen asks about no link"
    case .inBackground: "the app is in the background: 'foreground' or a link brings it back"
    case .clock(let now, let requested):
      "the clock is at \(now) ms and cannot be set to \(requested) ms"
    case .limit(let name, let bound): "the limit of \(bound) \(name) is reached"
    }
  }

  /// `refused(not-found): no route matches …`
  public var description: String { "refused(\(reason)): \(escaped(message))" }

  private func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
