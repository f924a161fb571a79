public import Diagnostics
public import Links

/// A gate as declared: a condition that screens require.
public struct GateDraft: Sendable {
  /// The gate's name, unique in the definition.
  public var name: Located<String>
  /// The gates that must be open first.
  public var requires: [Located<String>]
  /// The link to a screen that can satisfy the gate.
  public var challenge: Located<String>
  /// How long a deferred link waits.
  public var keepMilliseconds: Int64
  /// When it closes by itself; `nil` if it never does.
  public var lapses: Gate.Lapses?
  /// Whether all of it could be read.
  package var isWhole = true

  /// The default of `keepMilliseconds`: ten minutes.
  public static let keepMillisecondsDefault: Int64 = 600_000

  /// Creates a gate.
  public init(
    name: Located<String>, requires: [Located<String>] = [], challenge: Located<String>,
    keepMilliseconds: Int64 = keepMillisecondsDefault
  ) {
    self.name = name
    self.requires = requires
    self.challenge = challenge
    self.keepMilliseconds = keepMilliseconds
  }
}

/// An origin of links as declared.
public struct SourceDraft: Sendable {
  /// The source's name, unique in the definition.
  public var name: Located<String>
  /// Which links come from it.
  public var rule: Source.Rule
  /// The link to the screen that asks before links from it open anything; `:link` takes the link.
  public var consent: Located<String>?

  /// Creates a source; by default its links are those that the app names it for.
  public init(
    name: Located<String>, rule: Source.Rule = .named, consent: Located<String>? = nil
  ) {
    self.name = name
    self.rule = rule
    self.consent = consent
  }
}

/// A coordinator as declared: a node of the tree.
public struct CoordinatorDraft: Sendable {
  /// The coordinator's name, unique in the definition.
  public var name: Located<String>
  /// What it owns.
  public var kind: CoordinatorKind
  /// The children, in order; for tabs and switches only.
  public var children: [Located<String>] = []
  /// The link of the first screen; for stacks and flows only.
  public var start: Located<String>?
  /// The gates that all its screens require.
  public var gates: [Located<String>] = []
  /// Where `back` leads from the first screen of a tab, for tabs only; by default to the first tab.
  public var back: BackPolicy?
  /// Whether all of it could be read.
  package var isWhole = true

  /// Creates a coordinator without children, start and gates.
  public init(name: Located<String>, kind: CoordinatorKind) {
    self.name = name
    self.kind = kind
  }
}

/// A route as declared.
public struct RouteDraft: Sendable {
  /// The pattern that links are matched against.
  public var path: Located<String>
  /// The screen it opens; `nil` for a redirect, a link for the browser, or a refused link.
  public var screen: Located<String>?
  /// The link it redirects to, with `:name` placeholders.
  public var redirect: Located<String>?
  /// The name for building links; by default the screen's name.
  public var name: Located<String>?
  /// The types of path parameters.
  public var params: [(name: Located<String>, type: ValueType)] = []
  /// The declared query items.
  public var query: [(name: Located<String>, type: ValueType, isOptional: Bool)] = []
  /// The names of declared query items of which a value that does not fit counts as missing; they
  /// are optional.
  public var ignoredMisfits: [String] = []
  /// The parts of the link that are values too, each once.
  public var parts: [LinkPart] = []
  /// Fixed values for the screen; a text may have `:name` placeholders.
  public var values: [(name: Located<String>, text: Located<String>)] = []
  /// The bases that it is under; by default those of its plugin. If empty, only taps and other
  /// links from inside open it.
  public var bases: [Located<String>]?
  /// The coordinator that owns the route.
  public var coordinator: Located<String>?
  /// How the screen is presented.
  public var presentation: Presentation = .push
  /// The screens below when a link from outside opens it, lowest first.
  public var parents: [Located<String>] = []
  /// The gates that the screen requires.
  public var gates: [Located<String>] = []
  /// Gates that it requires to be open for one account: for the subject that equals a value of the
  /// link, `:name`.
  public var accounts: [(gate: Located<String>, value: Located<String>)] = []
  /// The gate that must be closed for the screen to be shown.
  public var guests: Located<String>?
  /// The sources whose links it opens; `nil` for all.
  public var sources: [Located<String>]?
  /// The link that is opened instead while the gate of `guests` is open, and instead of a link from
  /// a source that `sources` lacks, with `:name` placeholders; `nil` if the route then refuses its
  /// links.
  public var otherwise: Located<String>?
  /// The link to the screen that asks before it opens a link that is not from inside, in which
  /// `:link` takes the link; or `none`, to open them at once. By default the source decides.
  public var consent: Located<String>?
  /// What to do if the same screen with the same values is already on top.
  public var repeatPolicy: RepeatPolicy = .reuse
  /// What Siri and other assistants call opening it, as `Open an order`; `nil` if they may not.
  public var intent: Located<String>?
  /// The findings of an exploration that are intended.
  public var allow: [Located<DiagnosticCode>] = []
  /// What could not be read.
  package var unread: UnreadParts = []

  /// Creates a route that has only a pattern.
  public init(path: Located<String>) {
    self.path = path
  }
}

/// The content of a screen without a factory, as declared.
public struct ScreenDraft: Sendable {
  /// The screen's name, unique in the definition.
  public var name: Located<String>
  /// The title, with `:name` placeholders; by default the screen's name.
  public var title: Located<String>?
  /// Whether unsaved work must be confirmed before leaving.
  public var leave: LeavePolicy = .free
  /// The taps: a name, and a link or a command.
  public var taps: [(name: Located<String>, target: Located<String>)] = []
  /// The findings of an exploration that are intended.
  public var allow: [Located<DiagnosticCode>] = []
  /// Whether the screen is declared; otherwise a route merely names it.
  var isDescribed = true
  /// Whether it has only a name.
  var isBlank: Bool { title == nil && leave == .free && taps.isEmpty && allow.isEmpty }

  /// Creates a screen that has only a name.
  public init(name: Located<String>) {
    self.name = name
  }
}

/// One plugin's contribution to a definition, as declared in a route file or in Swift.
public struct PluginDraft: Sendable {
  /// The plugin's name, unique in the definition.
  public var name: Located<String>
  /// The bases of its paths; if empty, all bases of the definition.
  public var bases: [Located<String>] = []
  /// Whether literal text in its patterns is case-sensitive.
  public var isCaseSensitive = true
  /// The command of the process that makes its screens: executable and arguments.
  public var run: [Located<String>] = []
  /// The environment variables that this process gets, apart from those that every process gets.
  public var environment: [Located<String>] = []
  /// Where the file declares `swift: true`, so that a Swift plugin makes the screens; `nil` if it
  /// does not.
  public var swift: SourcePosition?
  /// Whether a factory or a process makes its screens, so that they need no content here.
  public var makesScreens = false
  /// The gates.
  public var gates: [GateDraft] = []
  /// The sources of links, apart from `inside` and `outside`.
  public var sources: [SourceDraft] = []
  /// The coordinators.
  public var coordinators: [CoordinatorDraft] = []
  /// The routes.
  public var routes: [RouteDraft] = []
  /// What it adds to the routes of other plugins that have the same path.
  public var extensions: [RouteDraft] = []
  /// The paths of other plugins whose routes are left out.
  public var omitted: [Located<String>] = []
  /// The screens.
  public var screens: [ScreenDraft] = []
  /// The rules that an exploration proves or breaks.
  public var rules: [Located<String>] = []
  /// What could not be read.
  package var unread: UnreadParts = []

  var isIncomplete: Bool {
    !unread.isEmpty || routes.contains { !$0.unread.isEmpty }
      || extensions.contains { !$0.unread.isEmpty }
  }

  /// Creates a plugin that contributes nothing.
  public init(name: Located<String>) {
    self.name = name
  }
}

/// A value and its source position, for use in errors.
public struct Located<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// Where it is written; `nil` if unknown.
  public var position: SourcePosition?

  /// Creates a located value.
  public init(_ value: Value, at position: SourcePosition?) {
    self.value = value
    self.position = position
  }
}
