public import Diagnostics
public import Links

/// A gate as written: a condition that a screen demands.
public struct GateDraft: Sendable {
  /// The gate's name, unique in the definition.
  public var name: Located<String>
  /// Gates that are asked first.
  public var requires: [Located<String>]
  /// The link of the route whose screen can satisfy the gate.
  public var challenge: Located<String>
  /// How long a deferred link waits.
  public var keepMilliseconds: Int64

  /// How long a deferred link waits if nothing is said: ten minutes.
  public static let keepMillisecondsDefault: Int64 = 600_000

  /// Describes a gate.
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

/// A coordinator as written: a node of the tree.
public struct CoordinatorDraft: Sendable {
  /// The coordinator's name, unique in the definition.
  public var name: Located<String>
  /// Whether it owns a stack, tabs, a switch or a flow.
  public var kind: CoordinatorKind
  /// Tabs and switches: the coordinators below, in order.
  public var children: [Located<String>] = []
  /// Stacks and flows: the link of the first screen.
  public var start: Located<String>?
  /// Gates that hold for everything in it.
  public var gates: [Located<String>] = []

  /// Describes a coordinator; children, start and gates are set afterwards.
  public init(name: Located<String>, kind: CoordinatorKind) {
    self.name = name
    self.kind = kind
  }
}

/// A route as written: a pattern with a screen (or a redirect), a coordinator and gates.
public struct RouteDraft: Sendable {
  /// The pattern that links are matched against.
  public var path: Located<String>
  /// The screen it opens; `nil` for a redirect or a link for the browser.
  public var screen: Located<String>?
  /// The link it stands for, `:name` filled in.
  public var redirect: Located<String>?
  /// The name for building links; the screen's name if nothing is said.
  public var name: Located<String>?
  /// Types of path parameters.
  public var params: [(name: Located<String>, type: ValueType)] = []
  /// Declared query items.
  public var query: [(name: Located<String>, type: ValueType, isOptional: Bool)] = []
  /// What the screen gets besides the values of the link: a name, and a text with `:name` filled
  /// in.
  public var values: [(name: Located<String>, text: Located<String>)] = []
  /// The owning coordinator.
  public var coordinator: Located<String>?
  /// How the screen comes up.
  public var presentation: Presentation = .push
  /// What lies beneath when a link opens it from outside.
  public var parents: [Located<String>] = []
  /// Gates that the screen demands.
  public var gates: [Located<String>] = []
  /// What happens when the same screen with the same values is on top already.
  public var repeatPolicy: RepeatPolicy = .reuse

  /// Describes a route; everything but the pattern is set afterwards.
  public init(path: Located<String>) {
    self.path = path
  }
}

/// The content of a screen that has no factory, as written.
public struct ScreenDraft: Sendable {
  /// The screen's name, unique in the definition.
  public var name: Located<String>
  /// The title, `:name` filled in; the screen's name if nothing is said.
  public var title: Located<String>?
  /// Whether the person is asked before unsaved work is lost.
  public var leave: LeavePolicy = .free
  /// What can be tapped: a name, and a link or a command.
  public var taps: [(name: Located<String>, target: Located<String>)] = []
  /// Whether it is written at all: of a screen that only a route names there is nothing but that.
  var isDescribed = true

  /// Describes a screen; everything but the name is set afterwards.
  public init(name: Located<String>) {
    self.name = name
  }
}

/// What one plugin contributes to a definition, as written in a route file or in Swift.
public struct PluginDraft: Sendable {
  /// The plugin's name, unique in the definition.
  public var name: Located<String>
  /// Bases under which its paths are links; none: every base of the definition.
  public var bases: [Located<String>] = []
  /// Whether literal text of its patterns is case-sensitive.
  public var isCaseSensitive = true
  /// The process that makes this plugin's screens, and its arguments.
  public var run: [Located<String>] = []
  /// Where the file says that the Swift plugin of the same name makes its screens; `nil` if it does
  /// not.
  public var swift: SourcePosition?
  /// Whether its screens need no content here, because a factory or a process makes them.
  public var makesScreens = false
  /// Its gates.
  public var gates: [GateDraft] = []
  /// Its coordinators.
  public var coordinators: [CoordinatorDraft] = []
  /// Its routes.
  public var routes: [RouteDraft] = []
  /// Its screens.
  public var screens: [ScreenDraft] = []

  /// Describes a plugin that contributes nothing yet.
  public init(name: Located<String>) {
    self.name = name
  }
}
