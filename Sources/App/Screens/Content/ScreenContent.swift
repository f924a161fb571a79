/// What a screen shows: a value that can be drawn, compared and sent.
public struct ScreenContent: Hashable, Sendable {
  /// Whether what it shows is there yet.
  public enum State: Hashable, Sendable {
    /// Asked for; not there yet.
    case loading
    /// There.
    case ready
    /// Not to be had, and why, for a person.
    case failed(message: String)
  }

  /// The line above everything.
  public var title: String
  /// Whether the rest is there yet.
  public var state: State
  /// The rows, from top to bottom.
  public var sections: [Section]
  /// What can be tapped, in order; names are unique.
  public var taps: [ScreenTap]

  /// Puts content together.
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

  /// The taps, then those without a target that only rows name; each once, in order.
  public var allTaps: [ScreenTap] {
    var found = taps
    var names = Set(taps.map { Array($0.name.utf8) })
    for name in rows.compactMap(\.tap) where names.insert(Array(name.utf8)).inserted {
      found.append(ScreenTap(name))
    }
    return found
  }

  /// The tap of that name, compared as bytes.
  public func tap(named name: String) -> ScreenTap? {
    taps.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// Rows that belong together.
public struct Section: Hashable, Sendable {
  /// The line above the rows; none if there is nothing to say.
  public var heading: String?
  /// The rows, from top to bottom.
  public var rows: [Row]

  /// Puts rows together.
  public init(_ heading: String? = nil, _ rows: [Row]) {
    self.heading = heading
    self.rows = rows
  }
}

/// View data: one row of a screen, for any view to draw. It knows no model.
public struct Row: Hashable, Sendable {
  /// What it is about.
  public var title: String
  /// The line beneath.
  public var subtitle: String?
  /// The picture's address. A terminal shows that there is one.
  public var image: String?
  /// A short mark, such as `★`.
  public var badge: String?
  /// How far something has come, 0 to 1; what is beyond is cut, and not-a-number is 0.
  public let progress: Double?
  /// Whether it is chosen.
  public var isSelected: Bool
  /// The name of the tap that a tap on the row is.
  public var tap: String?

  /// Describes a row.
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

/// A named thing that a person can do on a screen.
public struct ScreenTap: Hashable, Sendable {
  /// Its name, unique on its screen.
  public var name: String
  /// What it does: a link, opened from inside, or a command such as `back`. `nil` if the screen
  /// decides when it is tapped.
  public var target: String?

  /// Describes a tap.
  public init(_ name: String, _ target: String? = nil) {
    self.name = name
    self.target = target
  }
}
