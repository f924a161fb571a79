import Analysis
import Links
import RouteProofs

/// The parts of a link of a route, all of them encoded.
struct ProbeLink {
  /// A segment and what the route has in its place.
  struct Segment {
    enum Kind {
      case literal
      case value(ValueType)
      case other
    }

    var text: String
    var kind: Kind
  }

  /// An index into the bases of the table; `nil` for a path.
  var base: Int?
  var segments: [Segment]
  /// `name=value`, each.
  var items: [String]
  /// What follows the path.
  var end = ""

  /// - Parameter segments: As many as the variant has, or more if it has a rest.
  init(base: Int?, variant: TableVariant, segments: [String], items: [QueryItem]) {
    self.base = base
    self.items = items.map { $0.encoded }
    let matchers = variant.segments
    self.segments = segments.enumerated().map { index, text in
      guard index < matchers.count else { return Segment(text: text, kind: .value(.string)) }
      switch matchers[index] {
      case .literal, .foldedLiteral: return Segment(text: text, kind: .literal)
      case .free: return Segment(text: text, kind: .value(.string))
      case .typed(let type): return Segment(text: text, kind: .value(type))
      case .piece: return Segment(text: text, kind: .other)
      }
    }
  }

  func text(_ survey: RouteSurvey) -> String {
    let path = "/" + segments.map { $0.text }.joined(separator: "/") + end
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return survey.link(path: path, query: query, base: base)
  }

  /// The same link after a change.
  func with(_ change: (inout ProbeLink) -> Void) -> ProbeLink {
    var copy = self
    change(&copy)
    return copy
  }

  /// The indices of the literal segments.
  var literals: [Int] {
    segments.indices.filter { if case .literal = segments[$0].kind { true } else { false } }
  }

  /// The segments that are a value, with their types.
  var values: [(index: Int, type: ValueType)] {
    segments.indices.compactMap { index in
      if case .value(let type) = segments[index].kind { (index, type) } else { nil }
    }
  }
}

extension ValueType {
  /// Values at the edges of the type, and some that do not fit; those first that most readers get
  /// wrong.
  func edges(_ samples: SampleValues) -> [String] {
    switch self {
    case .int:
      [
        "9223372036854775807", "-1", "0", "007", "abc", "9223372036854775808", "1.5", "1a", "+1",
      ]
    case .uint: ["18446744073709551615", "0", "007", "abc", "18446744073709551616", "-1", "1a"]
    case .number: ["0", "-1.5", "1e3", "abc", "1.", ".5", "NaN", "1,5"]
    case .bool: ["true", "false", "maybe", "TRUE", "1"]
    case .uuid:
      [
        "F47AC10B-58CC-4372-A567-0E02B2C3D479", "00000000-0000-0000-0000-000000000000", "abc",
        "f47ac10b58cc4372a5670e02b2c3d479",
      ]
    case .date: ["2024-02-29", "abc", "2023-02-29", "2024-13-01", "2024-2-9"]
    case .slug: ["a_b-1", "A", "a.b", "a b", "a~"]
    case .string: ["a+b", "A.b~c", "a=b", "a:b@c", "0"]
    case .oneOf(let texts): texts.prefix(edgesMax) + ["abc"] + texts.prefix(2).map { $0 + "x" }
    case .expression: (0..<2).compactMap { samples.value(of: self, $0) } + ["", "~"]
    }
  }

  /// A value that differs from those of other numbers, if the type has as many.
  func value(_ number: Int, _ samples: SampleValues) -> String? {
    let names = ["x\(7 + number)", "\(7 + number)"]
    let first: [String] =
      switch self {
      case .string, .slug: names
      default: [names[1]]
      }
    return first.first(where: fits) ?? samples.value(of: self, number)
  }
}

/// The most texts of an enumeration that are tried.
private let edgesMax = 16
