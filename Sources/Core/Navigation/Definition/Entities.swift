public import Diagnostics
public import Links

/// A condition that screens require, such as a login.
public struct Gate: Sendable {
  /// Its name, unique in the definition.
  public let name: String
  /// All gates that must be open before it, directly or indirectly.
  public let requires: GateSet
  /// The screen that can satisfy it.
  public let challenge: Destination
  /// How long a deferred link waits.
  public let keepMilliseconds: Int64
  /// When it closes by itself; `nil` if it never does.
  public let lapses: Lapses?
  /// Where it is declared.
  public let position: SourcePosition?

  /// When a gate closes by itself. At least one of the times is set; each is above 0.
  public struct Lapses: Hashable, Sendable {
    /// The time in the background after which it closes.
    public var backgroundMilliseconds: Int64?
    /// The time after it was opened at which it closes.
    public var afterMilliseconds: Int64?
    /// Whether the user returns to where he was, once it is open again; otherwise to the start.
    public var keepsPlace: Bool

    /// Creates lapses.
    public init(
      backgroundMilliseconds: Int64? = nil, afterMilliseconds: Int64? = nil,
      keepsPlace: Bool = false
    ) {
      self.backgroundMilliseconds = backgroundMilliseconds
      self.afterMilliseconds = afterMilliseconds
      self.keepsPlace = keepsPlace
    }
  }
}

/// A node of the coordinator tree.
public struct Coordinator: Sendable {
  /// Its name, unique in the definition.
  public let name: String
  /// What it owns.
  public let kind: CoordinatorKind
  /// Its parent; `nil` for the root and for flows.
  public let parent: Identifier<Coordinator>?
  /// The children, in order; empty for stacks and flows.
  public let children: [Identifier<Coordinator>]
  /// The first screen; `nil` for tabs and switches.
  public let start: Destination?
  /// Where `back` leads from the first screen of a tab; for tabs only.
  public let back: BackPolicy
  /// Its own gates and those of its ancestors, with everything that they require.
  public let gates: GateSet
  /// The same gates in the order to ask for them: those of outer coordinators first, each after
  /// those that it requires.
  public let gateOrder: [Identifier<Gate>]
  /// The names from the root to it, joined by `/`.
  public let path: String
  /// Where it is declared.
  public let position: SourcePosition?
}

/// A screen of the app with its content, if no factory makes it.
public struct ScreenDefinition: Sendable {
  /// Its name, unique in the definition.
  public let name: String
  /// The title, with `:name` placeholders.
  public let title: Template
  /// Whether unsaved work must be confirmed before leaving.
  public let leave: LeavePolicy
  /// The taps, in file order.
  public let taps: [Tap]
  /// The findings of an exploration that are intended.
  public let allowed: [Located<DiagnosticCode>]
  /// Whether a plugin describes it; otherwise only routes name it, and a factory must make it.
  public let isDescribed: Bool
  /// Where it is declared.
  public let position: SourcePosition?
}

/// A named action on a screen.
public struct Tap: Sendable {
  /// What a tap does.
  public enum Target: Sendable {
    /// Opens a link from inside; `:name` placeholders take the screen's values.
    case link(Template)
    /// Performs an event, such as `back`.
    case event(Event)
  }

  /// Its name, unique on its screen.
  public let name: String
  /// What it does.
  public let target: Target
  /// Where it is declared.
  public let position: SourcePosition?
}

/// A pattern and its target.
public struct Route: Sendable {
  /// What a matching link opens.
  public enum Target: Sendable {
    /// A screen of the app.
    case screen(Identifier<ScreenDefinition>)
    /// Another link; `:name` placeholders take the values of this one.
    case redirect(Template)
    /// The link that the value of this parameter is, if it is one of the app's.
    case value(Int)
    case browser
    /// Nothing: the link is refused.
    case nothing
  }

  /// The text of the pattern.
  public let pattern: String
  /// The name for building links, if it has one of its own.
  public let name: String?
  /// What a matching link opens.
  public let target: Target
  /// The coordinator that owns it, a stack or a flow; `nil` for the visible one.
  public let coordinator: Identifier<Coordinator>?
  /// How the screen is presented.
  public let presentation: Presentation
  /// The screens below when a link from outside opens it, lowest first.
  public let parents: [Parent]
  /// The gates it requires: its own and its coordinator's, with everything that those require.
  public let gates: GateSet
  /// The same gates in the order to ask for them: the coordinator's first, each after those that it
  /// requires.
  public let gateOrder: [Identifier<Gate>]
  /// Those of the gates that must be open for one account.
  public let accounts: [Account]
  /// The gate that must be closed; `nil` if the screen is not for guests only.
  public let guests: Guests?
  /// The sources whose links it opens; `nil` for all.
  public let admission: Admission?
  /// Whether to ask before it opens a link that is not from inside; `nil` if the source decides.
  public let consent: Consent?
  /// What to do if the same screen with the same values is already on top.
  public let repeatPolicy: RepeatPolicy
  /// The bases that it is under: its own or its plugin's; `nil` for every base of the definition.
  public let bases: [String]?
  /// Whether it is under none: only taps and other links from inside open it.
  public let isInternal: Bool
  /// The parameters; a screen's values are in this order.
  public let parameters: [Parameter]
  /// The fixed values of its screen; their names differ from those of the parameters.
  public let fixedValues: [FixedValue]
  /// What Siri and other assistants call opening it; `nil` if they may not.
  public let intent: String?
  /// The findings of an exploration that are intended.
  public let allowed: [Located<DiagnosticCode>]
  /// The plugin that declares it.
  public let plugin: String
  /// Where it is declared.
  public let position: SourcePosition?

  /// The guests that a route is for.
  public struct Guests: Sendable {
    /// The gate that must be closed.
    public let gate: Identifier<Gate>
    /// The link to open while it is open; `nil` if the route then refuses its links.
    public let otherwise: Template?
  }

  /// The sources whose links a route opens.
  public struct Admission: Sendable {
    /// The sources.
    public let sources: SourceSet
    /// The link to open instead of a link from another source; `:link` takes that link. `nil` if
    /// the route then refuses it.
    public let otherwise: Template?
  }

  /// Whether a route asks before it opens links.
  public enum Consent: Sendable {
    /// It opens them at once.
    case never
    /// The screen of this link asks; `:link` takes the link.
    case ask(Template)
  }

  /// The account that a gate must be open for.
  public struct Account: Sendable {
    /// The gate.
    public let gate: Identifier<Gate>
    /// The index of the parameter whose value must equal the gate's subject, byte for byte.
    public let parameter: Int
  }

  /// A value that the route gives its screen regardless of the link.
  public struct FixedValue: Sendable {
    /// Its name.
    public let name: String
    /// Its text; `:name` placeholders take the link's values.
    public let text: Template
  }

  /// A screen below another one.
  public struct Parent: Sendable {
    /// The parent's route.
    public let route: Identifier<Route>
    /// The source of each parameter's value.
    let sources: [Source]

    enum Source: Sendable {
      /// The value at this index of the route above.
      case value(Int)
      case fixed(String?)
    }
  }
}

/// A route and the values to open it with.
public struct Destination: Sendable {
  /// The route.
  public let route: Identifier<Route>
  let content: LinkContent
  /// The link that leads there.
  public let link: String

  /// One value for each parameter of the route; `nil` for an absent optional one.
  public var values: [String?] { content.values }
  /// All query items of the link.
  public var query: [QueryItem] { content.query }
}

/// What a coordinator owns.
public enum CoordinatorKind: String, Sendable, Hashable, CaseIterable {
  /// A stack of screens.
  case stack
  /// Children, one of which is selected; each tab keeps its own stack.
  case tabs
  /// Shows exactly one child: the first whose gates are all open.
  case `switch`
  /// A stack that runs on top of the tree and finishes with a result.
  case flow
}

/// Where `back` leads from the first screen of a tab, if no layer is above it. React Navigation's
/// `backBehavior` has the same policies.
public enum BackPolicy: String, Sendable, Hashable, CaseIterable {
  /// To the first tab.
  case firstTab
  /// To the tab that was selected before; each tab counts once, as of its last visit.
  case history
  /// To the previous tab in the order of the children.
  case order
  /// To no other tab of these tabs.
  case stay = "none"
}

/// How a route's screen is presented.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
  case push
  case root
  case replace
  case sheet
  case cover
  /// The link belongs in the browser; nothing changes.
  case outside
  /// The link is refused as `forbidden`; nothing changes.
  case refuse

  /// Whether a route with this presentation has no screen of its own.
  package var entersNoScreen: Bool { self == .outside || self == .refuse }
}

/// What a link from inside does if the same screen with the same values is already on top.
///
/// `update` is also for links from outside.
public enum RepeatPolicy: String, Sendable, Hashable, CaseIterable {
  /// Keep it; the outcome is `duplicated`.
  case reuse
  /// Push another one.
  case push
  /// Pop to it, wherever it is on the stack.
  case popTo
  /// Keep it; if the screen of the same route has other values, give it the new ones.
  case update
}

/// Whether a screen can be left with unsaved work.
public enum LeavePolicy: String, Sendable, Hashable, CaseIterable {
  case free
  /// Ask first: the outcome is `blocked` until `confirm` or `cancel`.
  case confirm
}

/// A set of gates with one bit per gate, which limits a definition to `Limits.gatesMax` gates.
///
/// Every gate comes after the gates that it requires.
public struct GateSet: Hashable, Sendable {
  private var bits: UInt64 = 0

  /// The empty set.
  public init() {}

  /// Whether the set is empty.
  public var isEmpty: Bool { bits == 0 }
  /// The first gate.
  public var first: Identifier<Gate>? { isEmpty ? nil : Identifier(bits.trailingZeroBitCount) }

  /// Whether the set contains a gate.
  public func contains(_ gate: Identifier<Gate>) -> Bool { bits & GateSet.bit(gate) != 0 }
  /// Whether every gate of this set is in the other.
  public func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }
  /// The gates of this set that are not in the other.
  public func subtracting(_ other: Self) -> Self { GateSet(bits: bits & ~other.bits) }
  /// The gates of either set.
  public func union(_ other: Self) -> Self { GateSet(bits: bits | other.bits) }
  /// The gates, each after those that it requires.
  public var members: [Identifier<Gate>] {
    var members: [Identifier<Gate>] = []
    var rest = bits
    while rest != 0 {
      members.append(Identifier(rest.trailingZeroBitCount))
      rest &= rest - 1
    }
    return members
  }

  init(_ gates: some Sequence<Identifier<Gate>>) {
    for gate in gates { insert(gate) }
  }

  mutating func insert(_ gate: Identifier<Gate>) { bits |= GateSet.bit(gate) }
  mutating func remove(_ gate: Identifier<Gate>) { bits &= ~GateSet.bit(gate) }

  private init(bits: UInt64) { self.bits = bits }
  private static func bit(_ gate: Identifier<Gate>) -> UInt64 { 1 << UInt64(gate.index & 63) }
}

/// The identity of an entity of a definition: its index among the entities of its type.
public struct Identifier<Entity>: Hashable, Sendable, Comparable {
  /// The index, from 0.
  public var index: Int { Int(number) }
  private let number: UInt32

  init(_ index: Int) {
    number = UInt32(index)
  }

  /// Orders by index.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension Route {
  /// See `AppDefinition.owner(ofLinkTo:)`.
  func owner(home: Identifier<Coordinator>) -> Identifier<Coordinator>? {
    coordinator ?? (presentation.layerKind == nil ? home : nil)
  }

  /// Whether links and fixed values give its screen all of these values.
  package func provides(_ names: [String]) -> Bool {
    names.allSatisfy { name in
      parameters.contains { sameBytes($0.name, name) }
        || fixedValues.contains { sameBytes($0.name, name) }
    }
  }
}
