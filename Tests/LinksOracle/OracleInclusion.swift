// Whether all links of a route are links of another, without the automata of `Links`: patterns are
// read character by character over a small alphabet, and all sets of states are visited.

/// A character of a path; the alphabet has one of every kind that the generated patterns
/// distinguish.
private enum OracleCharacter: CaseIterable {
  case separator, a, b, x, one, dash, accent, slash, other

  var text: String {
    switch self {
    case .separator, .slash: "/"
    case .a: "a"
    case .b: "b"
    case .x: "x"
    case .one: "1"
    case .dash: "-"
    case .accent: "é"
    case .other: "~"
    }
  }
}

/// A place in a reading of a pattern.
private struct OraclePlace: Hashable {
  var step: Int
  /// What a parameter has read of its value, cut to what matters; nil before a step.
  var value: String?
  /// The bytes of the step's joint that are read, after the first value.
  var jointRead: Int?
}

/// The set of places in all readings of a route after some characters.
private struct OracleReader {
  let variants: [[OracleStep]]
  private(set) var places: [Set<OraclePlace>]

  init(_ route: OracleRoute) {
    variants = route.variants
    places = variants.map { _ in [OraclePlace(step: 0)] }
    for index in variants.indices { places[index] = closed(places[index], variants[index]) }
  }

  var isAccepting: Bool {
    zip(places, variants).contains { places, steps in
      places.contains { $0.step == steps.count && $0.value == nil && $0.jointRead == nil }
    }
  }

  var isDead: Bool { places.allSatisfy(\.isEmpty) }

  mutating func read(_ character: OracleCharacter) {
    for (index, steps) in variants.enumerated() {
      var bytes: [OracleSymbol] = character.text.utf8.map { $0 }
      if character == .separator { bytes = [nil] }
      // Values read whole characters, texts read bytes.
      var whole: Set<OraclePlace> = []
      for place in places[index] {
        if let next = value(after: place, character, steps) { whole.insert(next) }
      }
      var texts = places[index]
      for byte in bytes {
        texts = closed(Set(texts.compactMap { text(after: $0, byte, steps) }), steps)
      }
      places[index] = closed(whole, steps).union(texts)
    }
  }

  private func text(
    after place: OraclePlace, _ byte: OracleSymbol, _ steps: [OracleStep]
  ) -> OraclePlace? {
    guard place.step < steps.count, place.value == nil else { return nil }
    switch steps[place.step] {
    case .symbol(byte): return OraclePlace(step: place.step + 1)
    case .repeated(_, _, let joint):
      guard let read = place.jointRead, read < joint.count, joint[read] == byte else { return nil }
      return OraclePlace(step: place.step, jointRead: read + 1)
    default: return nil
    }
  }

  private func value(
    after place: OraclePlace, _ character: OracleCharacter, _ steps: [OracleStep]
  ) -> OraclePlace? {
    guard let value = place.value, place.step < steps.count else { return nil }
    let kind: OracleKind?
    switch steps[place.step] {
    case .parameter(_, let own): kind = own
    case .repeated(_, let own, _): kind = own
    case .symbol: kind = nil
    }
    return kind?.reading(character, after: value).map {
      OraclePlace(step: place.step, value: $0)
    }
  }

  /// With all places that are reached without reading.
  private func closed(_ places: Set<OraclePlace>, _ steps: [OracleStep]) -> Set<OraclePlace> {
    var found = places
    var open = Array(places)
    while let place = open.popLast() {
      guard place.step < steps.count else { continue }
      var next: [OraclePlace] = []
      let ended = OraclePlace(step: place.step + 1)
      switch steps[place.step] {
      case .symbol: break
      case .parameter(_, let kind):
        if let value = place.value {
          if kind.accepts(value) { next = [ended] }
        } else {
          next = [OraclePlace(step: place.step, value: "")]
        }
      case .repeated(_, let kind, let joint):
        if let value = place.value {
          if kind?.accepts(value) ?? false {
            next = [ended, OraclePlace(step: place.step, jointRead: 0)]
          }
        } else if let read = place.jointRead {
          if read == joint.count { next = [core(kind, place.step)] + (kind == nil ? [ended] : []) }
        } else {
          next = [core(kind, place.step)] + (kind == nil ? [ended] : [])
        }
      }
      for one in next where found.insert(one).inserted { open.append(one) }
    }
    return found
  }

  /// The place before a repeated value; repeated text has only its joint.
  private func core(_ kind: OracleKind?, _ step: Int) -> OraclePlace {
    kind == nil ? OraclePlace(step: step, jointRead: 0) : OraclePlace(step: step, value: "")
  }
}

extension OracleKind {
  /// What is kept of a value after one more character; nil if no value begins so.
  fileprivate func reading(_ character: OracleCharacter, after value: String) -> String? {
    switch self {
    case .free: character == .separator ? nil : "a"
    case .wildcard: "a"
    case .noX: character == .x ? nil : "a"
    case .digits: character == .one ? "1" : nil
    case .int:
      switch character {
      // Twenty ones do not fit into 64 bits.
      case .one: Int64(value + "1") == nil ? nil : value + "1"
      case .dash: value.isEmpty ? "-" : nil
      default: nil
      }
    case .oneOf(let texts):
      character != .separator && texts.contains { $0.hasPrefix(value + character.text) }
        ? value + character.text : nil
    }
  }

  /// Whether what is kept of a value is that of a complete one.
  fileprivate func accepts(_ value: String) -> Bool {
    switch self {
    case .wildcard: true
    case .free, .noX, .digits: !value.isEmpty
    case .int: Int64(value) != nil
    case .oneOf(let texts): texts.contains(value)
    }
  }
}

extension OracleRoute {
  /// Whether all links of this route are links of the other, but not the other way round. Bases do
  /// not matter.
  func precedes(_ other: OracleRoute) -> Bool {
    isIncluded(in: other) && !other.isIncluded(in: self)
  }

  private func isIncluded(in other: OracleRoute) -> Bool {
    // One of every kind that the generated items distinguish.
    let values: [String?] = [nil, "1", "2", "3", "a", "A", "b"]
    let queries = values.flatMap { q in
      values.map { r in
        [q.map { (name: "q", value: $0) }, r.map { (name: "r", value: $0) }].compactMap { $0 }
      }
    }
    guard queries.allSatisfy({ !accepts($0) || other.accepts($0) }) else { return false }
    var open = [(own: OracleReader(self), other: OracleReader(other), place: Place.start)]
    var seen: Set<[Set<OraclePlace>]> = []
    while let (own, other, place) = open.popLast() {
      let key = own.places + [[]] + other.places + (place == .separator ? [[]] : [])
      guard !own.isDead, seen.insert(key).inserted || place == .start else { continue }
      if place != .separator, own.isAccepting, !other.isAccepting { return false }
      for character in OracleCharacter.allCases {
        let isSeparator = character == .separator
        guard place == .start ? isSeparator : !isSeparator || place == .segment else { continue }
        var next = (own: own, other: other, place: isSeparator ? Place.separator : .segment)
        next.own.read(character)
        next.other.read(character)
        open.append(next)
      }
    }
    return true
  }

  /// What a path can continue with: it begins with a separator, and has no empty segments.
  private enum Place { case start, separator, segment }
}

/// Which of some routes come before others of the same rank.
final class OraclePrecedence {
  let routes: [OracleRoute]
  private var known: [[Int]: Bool] = [:]

  init(_ routes: [OracleRoute]) {
    self.routes = routes
  }

  func precedes(_ route: Int, _ other: Int) -> Bool {
    if let known = known[[route, other]] { return known }
    let precedes = routes[route].precedes(routes[other])
    known[[route, other]] = precedes
    return precedes
  }
}
