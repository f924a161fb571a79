import Diagnostics

/// The content of a screen: a value that can be rendered, compared and sent.
public struct ScreenContent: Hashable, Sendable {
  /// The loading state of the content.
  public enum State: Hashable, Sendable {
    /// Requested but not available yet.
    case loading
    /// Available.
    case ready
    /// Unavailable, with a message for the user.
    case failed(message: String)
  }

  /// The line above everything else.
  public var title: String
  /// The loading state.
  public var state: State
  /// The sections, from top to bottom.
  public var sections: [Section]
  /// The taps, in order, with unique names.
  public var taps: [ScreenTap]

  /// Creates content.
  public init(
    title: String, state: State = .ready, sections: [Section] = [], taps: [ScreenTap] = []
  ) {
    self.title = title
    self.state = state
    self.sections = sections
    self.taps = taps
  }

  /// All rows, from top to bottom.
  public var rows: [Row] { sections.flatMap(\.rows) }

  /// The distinct taps in order, followed by the taps that only rows name, which have no target.
  public var allTaps: [ScreenTap] {
    var found = taps
    var names = Set(taps.map { Array($0.name.utf8) })
    for name in rows.compactMap(\.tap) where names.insert(Array(name.utf8)).inserted {
      found.append(ScreenTap(name))
    }
    return found
  }

  /// The tap with a name, compared as bytes.
  public func tap(named name: String) -> ScreenTap? {
    taps.first { sameBytes($0.name, name) }
  }
}

/// A group of rows.
public struct Section: Hashable, Sendable {
  /// The heading; `nil` for none.
  public var heading: String?
  /// The rows, from top to bottom.
  public var rows: [Row]

  /// Creates a section.
  public init(_ heading: String? = nil, _ rows: [Row]) {
    self.heading = heading
    self.rows = rows
  }
}

/// A row of a screen, as data for any view to render.
public struct Row: Hashable, Sendable {
  /// The main text.
  public var title: String
  /// The second line.
  public var subtitle: String?
  /// The address of a picture; terminals only show that there is one.
  public var image: String?
  /// A short mark, such as `★`.
  public var badge: String?
  /// Progress from 0 to 1; values outside are clamped, and NaN becomes 0.
  public let progress: Double?
  /// Whether the row is selected.
  public var isSelected: Bool
  /// The name of the tap to perform when the row is tapped.
  public var tap: String?

  /// Creates a row.
  public init(
    _ title: String, subtitle: String? = nil, image: String? = nil, badge: String? = nil,
    progress: Double? = nil, isSelected: Bool = false, tap: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.badge = badge
    self.progress = progress.map { $0.isNaN ? 0 : min(1, max(0, $0)) }
    self.isSelected = isSelected
    self.tap = tap
  }
}

/// A named action on a screen.
public struct ScreenTap: Hashable, Sendable {
  /// Its name, unique on its screen.
  public var name: String
  /// A link, opened from inside, or a command such as `back`; `nil` if the screen decides when it
  /// is tapped.
  public var target: String?

  /// Creates a tap.
  public init(_ name: String, _ target: String? = nil) {
    self.name = name
    self.target = target
  }
}
