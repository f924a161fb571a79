package import Links

/// A state with names in place of identifiers, as a snapshot stores it, so that it can be restored
/// under another definition.
package struct StoredState: Sendable {
  /// A screen, identified by its route's plugin, pattern and screen, and its ordinal among the
  /// routes that share them.
  package struct Screen: Sendable {
    package var id: UInt64
    package var plugin: String
    package var pattern: String
    package var screen: String
    package var ordinal: Int
    package var values: [Value]
    package var query: [QueryItem]
    package var isDirty: Bool
    package var result: String?
    /// See `ScreenEntry.resultNumber`.
    package var resultNumber: UInt64

    package init(
      id: UInt64, route: (plugin: String, pattern: String, screen: String), ordinal: Int,
      values: [Value],
      rest: (query: [QueryItem], isDirty: Bool, result: String?, resultNumber: UInt64)
    ) {
      self.id = id
      (plugin, pattern, screen) = route
      self.ordinal = ordinal
      self.values = values
      (query, isDirty, result, resultNumber) = rest
    }
  }

  /// A parameter's value; the text is `nil` for an absent optional one.
  package struct Value: Sendable {
    package var name: String
    package var text: String?

    package init(name: String, text: String?) {
      self.name = name
      self.text = text
    }
  }

  /// The screens of one coordinator, lowest first.
  package struct Stack: Sendable {
    package var coordinator: String
    package var kind: CoordinatorKind
    package var screens: [Screen]

    package init(coordinator: String, kind: CoordinatorKind, screens: [Screen]) {
      self.coordinator = coordinator
      self.kind = kind
      self.screens = screens
    }
  }

  /// A sheet, a cover or a flow.
  package struct Layer: Sendable {
    package var kind: Navigation.Layer.Kind
    package var stack: Stack
    package var starter: UInt64?

    package init(kind: Navigation.Layer.Kind, stack: Stack, starter: UInt64?) {
      self.kind = kind
      self.stack = stack
      self.starter = starter
    }
  }

  /// The selected or shown child of a coordinator.
  package struct Selection: Sendable {
    package var coordinator: String
    package var child: String

    package init(coordinator: String, child: String) {
      self.coordinator = coordinator
      self.child = child
    }
  }

  /// An open gate.
  package struct OpenGate: Sendable {
    package var name: String
    package var subject: String?

    package init(name: String, subject: String?) {
      self.name = name
      self.subject = subject
    }
  }

  /// A waiting link; `gate` is empty if it waits for `ready`.
  package struct WaitingLink: Sendable {
    package var gate: String
    package var link: String
    package var source: LinkSource
    package var subject: String?
    package var expiresMilliseconds: Int64

    package init(
      gate: String, link: String, source: LinkSource, subject: String?, expiresMilliseconds: Int64
    ) {
      self.gate = gate
      self.link = link
      self.source = source
      self.subject = subject
      self.expiresMilliseconds = expiresMilliseconds
    }
  }

  package var nowMilliseconds: Int64 = 0
  package var isReady = true
  package var nextEntry: UInt64 = 1
  package var nextSequence: UInt64 = 1
  package var openGates: [OpenGate] = []
  package var queue: [WaitingLink] = []
  package var deferred: [WaitingLink] = []
  package var selections: [Selection] = []
  package var stacks: [Stack] = []
  package var layers: [Layer] = []
  package var pendingLeave: Event?

  package init() {}
}
