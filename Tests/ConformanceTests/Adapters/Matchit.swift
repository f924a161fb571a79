import JSONCodec
import Links

/// Rust's matchit: `{name}`, `{*rest}`, and `{{` and `}}` for literal braces.
///
/// Two of its patterns that differ only in a trailing slash are one pattern here, with both labels.
struct Matchit: Adapter {
  static let source = "matchit"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [
    .pathBeginsWithSlash: [4, 5],
    .emptySegmentsDropped: [
      32, 51, 54, 56, 57, 59, 61, 63, 64, 66, 68, 69, 70, 75, 76, 77, 78, 81, 82, 83, 84, 85, 86,
      87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 110, 128, 138, 153, 154, 159, 192, 195, 198, 200,
      210, 217,
    ],
  ]

  private var routes: [JSON] = []
  private var table: Result<CaseTable, any Error>?

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let path = try row.text("url")
    let expected = row["expect"]?["pattern"]?.stringValue
    let table = try table(of: try row.list("routes"))
    let areRelative = try row.list("routes").contains { isRelative($0.stringValue ?? "") }
    return Verdict(in: table.get) { table in
      Verdict(
        table.answer(link(ofPath: path, isRelative: areRelative)), route: expected,
        values: Values(row["expect"]?["params"]))
    }
  }

  private mutating func table(of routes: [JSON]) throws -> Result<CaseTable, any Error> {
    if let table, self.routes == routes { return table }
    let table = Result { try Self.table(of: routes.map { $0.stringValue ?? "" }) }
    self.routes = routes
    self.table = table
    return table
  }

  private static func table(of patterns: [String]) throws -> CaseTable {
    var labels: [String: [String]] = [:]
    var first: [String] = []
    for pattern in patterns {
      let twin = pattern.count > 1 && pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
      if labels[twin] == nil { first.append(twin) }
      labels[twin, default: []].append(pattern)
    }
    return try CaseTable(
      first.map { pattern in
        try CaseTable.Route(labels[pattern] ?? [], try self.pattern(of: pattern))
      })
  }

  /// A translated pattern.
  private static func pattern(of text: String) throws -> PatternWriter {
    var writer = PatternWriter()
    for (index, segment) in text.split(separator: "/", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { writer.append(syntax: "/") }
      append(Array(segment), to: &writer)
    }
    if isRelative(text) { writer.root() }
    return writer
  }

  private static func append(_ segment: [Character], to writer: inout PatternWriter) {
    var index = 0
    while index < segment.count {
      let rest = segment[index...]
      if rest.starts(with: "{{") || rest.starts(with: "}}") {
        writer.append(literal: String(segment[index]))
        index += 2
      } else if segment[index] == "{" {
        let end = nameEnd(in: segment, from: index + 1)
        let name = String(segment[(index + 1)..<end]).unbraced
        let isInText = index > 0 || end + 1 < segment.count
        if name.hasPrefix("*") {
          writer.append(
            parameter: String(name.dropFirst()), expression: "(.*)", isInText: isInText)
        } else {
          writer.append(parameter: name, isInText: isInText)
        }
        index = end + 1
      } else {
        writer.append(literal: String(segment[index]))
        index += 1
      }
    }
  }

  /// The index of the brace that ends a name; doubled braces are part of the name.
  private static func nameEnd(in segment: [Character], from start: Int) -> Int {
    var index = start
    while index < segment.count {
      if segment[index...].starts(with: "{{") || segment[index...].starts(with: "}}") {
        index += 2
      } else if segment[index] == "}" {
        return index
      } else {
        index += 1
      }
    }
    return segment.count
  }
}

extension String {
  /// Replaces doubled braces with single ones.
  fileprivate var unbraced: String {
    var result = ""
    var isSecond = false
    for character in self {
      let isBrace = character == "{" || character == "}"
      if !isBrace || !isSecond { result.append(character) }
      isSecond = isBrace && !isSecond
    }
    return result
  }
}
