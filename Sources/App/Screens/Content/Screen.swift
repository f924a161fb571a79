package import Diagnostics

/// An open screen: created by a factory, asked for its content, informed of taps, and closed.
///
/// Content is not part of the navigation state. If it is derived from an `@Observable` view model,
/// it is read again whenever the observed properties change, without further calls.
@MainActor
public protocol Screen: AnyObject {
  /// The current content.
  var content: ScreenContent { get }

  /// Handles a tap that has no target in `content`.
  ///
  /// - Parameters:
  ///   - name: The name of a tap, or of a row's tap, in the current content.
  ///   - answer: Must be called once, now or later, with a link or a command, or with `nil` if the
  ///     screen has handled the tap itself. Further calls are ignored.
  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void)

  /// Reports the open gates: after the screen is created, before its content is first read, and
  /// after every change. Content that depends on them must be in an `@Observable` view model to be
  /// read again.
  func learned(_ facts: SessionFacts)

  /// Reports that a flow which this screen started ended with a result: once per flow, even if the
  /// result is the same. A screen that is recreated, after a reload or an undo of the result,
  /// receives its last result again.
  func received(_ result: String)

  /// Reports that the screen has left the tree for good.
  func close()
}

extension Screen {
  /// Does nothing.
  public func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    answer(nil)
  }

  /// Does nothing.
  public func learned(_ facts: SessionFacts) {}

  /// Does nothing.
  public func received(_ result: String) {}

  /// Does nothing.
  public func close() {}
}

/// What is called with the answer to a tap: a target, `nil` if the screen has handled the tap
/// itself, or why there is no answer.
package typealias TapResult = @MainActor (Result<String?, Diagnostic>) -> Void

/// A screen that can fail to answer a tap, such as that of a process.
package protocol FallibleScreen: Screen {
  /// Handles a tap as `tapped(_:answer:)` does.
  func tapped(_ name: String, result: @escaping TapResult)
}

extension FallibleScreen {
  /// Answers as if the screen had handled a tap that fails.
  package func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    tapped(name) { result in answer((try? result.get()) ?? nil) }
  }
}

/// The input of a screen factory.
public struct ScreenRequest: Hashable, Sendable {
  /// The value of a route parameter.
  public struct Value: Hashable, Sendable {
    /// The parameter's name.
    public let name: String
    /// The decoded text; it fits the parameter's type.
    public let text: String

    /// Creates a value.
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// An id unique among the open screens of the session.
  public let instance: String
  /// The screen's name.
  public let screen: String
  /// The values that are present, in parameter order.
  public let values: [Value]
  /// All query items of the link, in order; names can repeat.
  public let query: [Value]
  /// A link that opens the same screen.
  public let link: String
  /// The content described by the route file, for screens that nothing creates.
  public let described: ScreenContent

  /// Creates a request.
  public init(
    instance: String, screen: String, values: [Value] = [], query: [Value] = [], link: String = "/",
    described: ScreenContent? = nil
  ) {
    self.instance = instance
    self.screen = screen
    self.values = values
    self.query = query
    self.link = link
    self.described = described ?? ScreenContent(title: screen)
  }

  /// The value with a name, compared as bytes; `nil` if absent.
  public subscript(_ name: String) -> String? {
    values.first { sameBytes($0.name, name) }?.text
  }
}

/// Creates a screen. Called once for each screen that is shown; must not block.
public typealias ScreenFactory = @MainActor (ScreenRequest) -> any Screen
