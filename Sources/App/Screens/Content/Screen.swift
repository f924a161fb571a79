/// One screen that is open: made by a factory, asked for its content, told of taps, and closed.
///
/// Content is no part of the navigation state. A screen whose content comes from an `@Observable`
/// view model is looked at again whenever what it read has changed; no further call is needed.
@MainActor
public protocol Screen: AnyObject {
  /// What it shows now.
  var content: ScreenContent { get }

  /// A tap that has no target in `content`.
  /// - Parameters:
  ///   - name: Of a tap or of a row's tap; names that the content does not have never come here.
  ///   - answer: To be called once, at once or later: with a link or a command, or with `nil` when
  ///     the screen itself has done what there was to do. Further calls are ignored.
  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void)

  /// What is known about the session: told when the screen has been made, before its content is
  /// first read, and whenever it has changed. Content that shows it is read again if it stands in
  /// an `@Observable` view model.
  func learned(_ facts: SessionFacts)

  /// A flow that this screen started has ended with a result: told once for each, even if the text
  /// is the same. A screen that is made anew, after a reload or because a result was undone, is
  /// told the last one again.
  func received(_ result: String)

  /// The screen has left the tree for good.
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

/// What a factory makes a screen of.
public struct ScreenRequest: Hashable, Sendable {
  /// A value of the route, by the name of its parameter.
  public struct Value: Hashable, Sendable {
    /// The parameter's name.
    public let name: String
    /// The decoded text; it fits the parameter's type.
    public let text: String

    /// Names a value.
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// Tells this screen from every other that is open in the session.
  public let instance: String
  /// The screen's name.
  public let screen: String
  /// The values that are present, in the order of the route's parameters.
  public let values: [Value]
  /// All query items of the link, in its order; names may repeat.
  public let query: [Value]
  /// A link that opens the same screen.
  public let link: String
  /// What the screen shows if nothing makes it: what the route file describes.
  public let described: ScreenContent

  /// Describes a screen to be made.
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

  /// The value of that name, compared as bytes; `nil` if it is absent.
  public subscript(_ name: String) -> String? {
    values.first { $0.name.utf8.elementsEqual(name.utf8) }?.text
  }
}

/// Makes a screen. It is called once for each screen that is shown, and must not wait.
public typealias ScreenFactory = @MainActor (ScreenRequest) -> any Screen
