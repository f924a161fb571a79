public import Diagnostics
public import Links

/// A condition that screens demand; login is one.
public struct Gate: Sendable {
  /// Its name, unique in the definition.
  public let name: String
  /// All gates that are asked before it, at any distance.
  public let requires: GateSet
  /// The screen that can satisfy it.
  public let challenge: Destination
  /// How long a deferred link waits.
  public let keepMilliseconds: Int64
  /// Where it is written.
  public let position: SourcePosition?
}

/// A node of the coordinator tree.
public struct Coordinator: Sendable {
  /// Its name, unique in the definition.
  public let name: String
  /// What it owns.
  public let kind: CoordinatorKind
  /// The coordinator above; none for the root and for flows.
  public let parent: Identifier<Coordinator>?
  /// Tabs and switches: what is below, in order.
  public let children: [Identifier<Coordinator>]
  /// Stacks and flows: the first screen.
  public let start: Destination?
  /// The gates of it and of all coordinators above, with all that those require.
  public let gates: GateSet
  /// The names from the root to it, joined by `/`.
  public let path: String
  /// Where it is written.
  public let position: SourcePosition?
}

/// A screen of the app and, where no factory makes it, its content.
public struct ScreenDefinition: Sendable {
  /// Its name, unique in the definition.
  public let name: String
  /// Its title, in which `:name` stands for a value.
  public let title: Template
  /// Whether unsaved work is asked about.
  public let leave: LeavePolicy
  /// What can be tapped, in the order of the file.
  public let taps: [Tap]
  /// Whether a plugin describes it; otherwise a route alone names it, and a factory must make it.
  public let isDescribed: Bool
  /// Where it is written.
  public let position: SourcePosition?
}

/// A named thing that a person can do on a screen.
public struct Tap: Sendable {
  /// What a tap does.
  public enum Target: Sendable {
    /// Opens a link from inside; `:name` stands for a value of the screen.
    case link(Template)
    /// Asks for an event, such as `back`.
    case event(Event)
  }

  /// Its name, unique on its screen.
  public let name: String
  /// What it does.
  public let target: Target
  /// Where it is written.
  public let position: SourcePosition?
}

/// A pattern with what it opens.
public struct Route: Sendable {
  /// What a route's link leads to.
  public enum Target: Sendable {
    /// A screen of the app.
    case screen(Identifier<ScreenDefinition>)
    /// Another link; `:name` stands for a value of this one.
    case redirect(Template)
    /// The browser.
    case browser
  }

  /// The pattern's text.
  public let pattern: String
  /// The name for building links, if it has one of its own.
  public let name: String?
  /// What its link leads to.
  public let target: Target
  /// The owning coordinator, a stack or a flow; none: the stack one is on.
  public let coordinator: Identifier<Coordinator>?
  /// How the screen comes up.
  public let presentation: Presentation
  /// What lies beneath when a link opens it from outside, lowest first.
  public let parents: [Parent]
  /// The gates that it demands: its own and those of its coordinator, with all that those require.
  public let gates: GateSet
  /// What happens when it is on top already.
  public let repeatPolicy: RepeatPolicy
  /// Its parameters; a screen's values stand in this order.
  public let parameters: [Parameter]
  /// What its screen gets besides, by names that no parameter has.
  public let fixedValues: [FixedValue]
  /// The plugin that registered it.
  public let plugin: String
  /// Where it is written.
  public let position: SourcePosition?

  /// A value that the route gives its screen, whatever the link.
  public struct FixedValue: Sendable {
    /// Its name.
    public let name: String
    /// Its text, in which `:name` stands for a value of the link.
    public let text: Template
  }

  /// A route that lies beneath another.
  public struct Parent: Sendable {
    /// The route beneath.
    public let route: Identifier<Route>
    /// For each of its parameters where the value comes from.
    let sources: [Source]

    enum Source: Sendable {
      /// The value at this index of the route above.
      case value(Int)
      /// This text.
      case fixed(String?)
    }
  }
}

/// A route and the values that it is opened with.
public struct Destination: Sendable {
  /// The route.
  public let route: Identifier<Route>
  /// One value per parameter of the route; `nil` for an optional one that is absent.
  public let values: [String?]
  /// All query items of the link.
  public let query: [QueryItem]
  /// The link that leads there.
  public let link: String
}
