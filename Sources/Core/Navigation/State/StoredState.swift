package import Links

/// A state in which names stand for the numbers of a definition, so that it can be kept and taken
/// up under another definition: what a snapshot holds.
package struct StoredState: Sendable {
  /// A screen, by its route: plugin, pattern and screen, and which of those that share the three.
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

  /// The value of a parameter; `nil` for an optional one that is absent.
  package struct Value: Sendable {
    package var name: String
    package var text: String?

    package init(name: String, text: String?) {
      self.name = name
      self.text = text
    }
  }

  /// The screens of a coordinator, lowest first.
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
  package struct Above: Sendable {
    package var kind: Layer.Kind
    package var stack: Stack
    package var starter: UInt64?

    package init(kind: Layer.Kind, stack: Stack, starter: UInt64?) {
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

  /// A link that waits; `gate` is empty for one that waits for `ready`.
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
  package var layers: [Above] = []
  package var pendingLeave: Event?

  package init() {}
}
