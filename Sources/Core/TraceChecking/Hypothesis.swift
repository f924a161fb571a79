import Diagnostics
import Exploration
import Navigation
import Traces

/// A possible state of the app after the lines read so far.
struct Hypothesis {
  /// Whether the log has the visible screen.
  enum Logged: Hashable {
    case yes
    /// It looks like the screen before it, is the first of the session, or was shown because a gate
    /// has lapsed, perhaps in the background: apps log it or not, or later.
    case optional
    /// The next line must show it.
    case missing
  }

  var state: NavigationState
  /// The events that led to the state: the number of the last one; see `Ways`.
  var way: Int32
  var logged: Logged

  /// The same for states that behave alike.
  struct Key: Equatable {
    private let state: NavigationState
    private let logged: Logged
    private let definition: AppDefinition
    /// Equal for equal keys, and different for most others: comparing it replaces hashing, which
    /// takes longer than comparing the few keys of a line.
    private let digest: UInt64

    fileprivate init(_ hypothesis: Hypothesis, in definition: AppDefinition) {
      (state, logged) = (hypothesis.state, hypothesis.logged)
      self.definition = definition
      var digest: UInt64 = 0
      state.forEachEntry { entry, owner in
        let place =
          UInt64(owner.index) << 33 | UInt64(entry.route.index) << 1 | (entry.isDirty ? 1 : 0)
        digest = (digest ^ place) &* 0x9E37_79B9_7F4A_7C15
      }
      self.digest = digest
    }

    static func == (left: Self, right: Self) -> Bool {
      left.digest == right.digest && left.logged == right.logged
        && left.state.isReady == right.state.isReady
        && left.state.openGates == right.state.openGates
        && StateShape(left.state, in: left.definition)
          == StateShape(right.state, in: right.definition)
    }
  }

  func key(in definition: AppDefinition) -> Key { Key(self, in: definition) }

  /// Applies an event; whether its screen is in the log is not known yet.
  /// - Parameter isSampled: Whether screens can be missing in the log.
  mutating func apply(
    _ event: Event, isSampled: Bool, in definition: AppDefinition
  ) -> Outcome {
    let before = state.visibleEntry(in: definition)
    let outcome = state.apply(event, in: definition).outcome
    guard let after = state.visibleEntry(in: definition),
      after.id != before?.id || before.map({ !$0.showsSame(as: after) }) ?? true
    else { return outcome }
    if case .tick = event {
      logged = .optional
      return outcome
    }
    let looksSame = before.map { definition.looksSame($0, after) } ?? false
    logged = isSampled || looksSame && logged != .missing ? .optional : .missing
    return outcome
  }
}

extension AppDefinition {
  /// Whether a log shows two entries alike: as the same screen with the same values.
  fileprivate func looksSame(_ left: ScreenEntry, _ right: ScreenEntry) -> Bool {
    if left.route == right.route { return left.showsSame(as: right) }
    guard sameBytes(name(of: left), name(of: right)) else { return false }
    let (left, right) = (values(of: left), values(of: right))
    return left.count == right.count
      && left.allSatisfy { value in
        right.contains { sameBytes($0.name, value.name) && sameBytes($0.value, value.value) }
      }
  }

  /// Whether an entry is a screen that a log has, as far as the log has its values.
  func shows(_ entry: ScreenEntry, _ observed: ObservedScreen) -> Bool {
    guard sameBytes(name(of: entry), observed.name) else { return false }
    guard !observed.values.isEmpty else { return true }
    // An element of the array: reading one property does not copy the whole route.
    let parameters = routes[entry.route.index].parameters
    return observed.values.allSatisfy { value in
      guard let index = parameters.firstIndex(where: { sameBytes($0.name, value.name) }) else {
        let fixed = values(of: entry).first { sameBytes($0.name, value.name) }
        return sameBytes(fixed?.value, value.text)
      }
      let text = index < entry.values.count ? entry.values[index] : nil
      return parameters[index].type.isSame(text, value.text)
    }
  }
}

extension ValueType {
  /// Whether a value of this type is the one that an app reports. It can write numbers in other
  /// ways than the link: 7 for 007.
  func isSame(_ text: String?, _ reported: String?) -> Bool {
    if sameBytes(text, reported) { return true }
    guard let text, let reported, isNumeric else { return false }
    return isSameNumber(text, reported)
  }

  private var isNumeric: Bool {
    switch self {
    case .int, .uint, .number: true
    case .bool, .date, .uuid, .slug, .string, .oneOf, .expression: false
    }
  }
}

/// Whether two texts are the same number.
private func isSameNumber(_ left: String, _ right: String) -> Bool {
  if let left = Int64(left), let right = Int64(right) { return left == right }
  guard let left = Double(left), let right = Double(right) else { return false }
  return left == right
}

/// Sequences of events that share their beginnings: each event has a number and that of the event
/// before it.
struct Ways {
  /// The start of a session, and of one that begins before the app is ready.
  static let start: Int32 = -1
  static let coldStart: Int32 = -2

  private var steps: [(before: Int32, event: Event)] = []

  /// Appends an event to a way.
  /// - Returns: The longer way; the same one if there are too many events to number.
  mutating func append(_ event: Event, to way: Int32) -> Int32 {
    guard let number = Int32(exactly: steps.count) else { return way }
    steps.append((way, event))
    return number
  }

  /// The events of a way, and whether it begins before the app is ready.
  /// - Parameter isEnough: Asked with each shorter way, the longest first; if it is enough, only
  ///   the events after it are returned.
  func events(
    of way: Int32, after isEnough: (Int32) -> Bool = { _ in false }
  ) -> (events: [Event], isCold: Bool) {
    var events: [Event] = []
    var number = way
    while !isEnough(number), number >= 0 {
      events.append(steps[Int(number)].event)
      number = steps[Int(number)].before
    }
    return (events.reversed(), number == Self.coldStart)
  }
}
