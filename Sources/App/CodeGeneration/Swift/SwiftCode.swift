import Diagnostics
import Links
import Navigation

struct SwiftCode {
  /// A route with the identifiers of its case, its values and their enumerations.
  struct Case {
    let route: CodeRoute
    let name: String
    /// The name and type of each parameter.
    let values: [(name: String, type: String)]
    /// The name of the enumeration of each parameter that has one, and of its cases.
    let enumerations: [Int: (name: String, cases: [(name: String, text: String)])]
  }

  private(set) var text = ""
  let cases: [Case]
  let bases: [(name: String, base: CodeBase)]

  init(
    _ routes: [CodeRoute], _ bases: [CodeBase], of definition: AppDefinition,
    declaredBy plugins: [PluginDraft]
  ) {
    var names = CodeNames(reserved: Self.reserved)
    var types = CodeNames(reserved: Self.reservedTypes)
    cases = routes.map { Self.codeCase($0, &names, &types) }
    var baseNames = CodeNames(reserved: Self.reserved)
    self.bases = bases.map { (baseNames.add($0.text, .lower), $0) }
    var lines = CodeLines()
    lines.add(codeHeader(.swift), "// swift-format-ignore-file", "")
    addRoutes(to: &lines)
    addBases(to: &lines)
    lines.add(Self.helpers)
    if routes.contains(where: \.hasReadings) { lines.add(Self.reading) }
    lines.add(SwiftDefinition(cases, of: definition, declaredBy: plugins).text)
    text = String(lines.text.dropLast())
  }

  private static func codeCase(
    _ route: CodeRoute, _ names: inout CodeNames, _ types: inout CodeNames
  ) -> Case {
    var valueNames = CodeNames(reserved: Self.reserved)
    var enumerations: [Int: (name: String, cases: [(name: String, text: String)])] = [:]
    var values: [(name: String, type: String)] = []
    for (index, parameter) in route.parameters.enumerated() {
      if let choices = parameter.choices {
        var choiceNames = CodeNames(reserved: reserved)
        enumerations[index] = (
          types.add(route.name + "-" + parameter.name, .upper),
          choices.map { (choiceNames.add($0, .lower), $0) }
        )
      }
      let type = enumerations[index]?.name ?? type(of: parameter)
      values.append((valueNames.add(parameter.name, .lower), type))
    }
    return Case(
      route: route, name: names.add(route.name, .lower), values: values,
      enumerations: enumerations)
  }

  private static func type(of parameter: Parameter) -> String {
    switch parameter.type {
    case .int: "Int"
    case .uint: "UInt"
    case .number: "Double"
    case .bool: "Bool"
    case .date: "Day"
    case .uuid, .slug, .string, .oneOf, .expression: "String"
    }
  }

  private func addRoutes(to lines: inout CodeLines) {
    lines.add(
      "/// The routes of the app that open a screen, with their values.",
      "public enum AppRoute: Hashable, Sendable {")
    for entry in cases {
      let values = zip(entry.values, entry.route.parameters).map { value, parameter in
        "\(value.name): \(value.type)" + (parameter.isOptional ? "? = nil" : "")
      }
      lines.add(
        escaped("  /// \(entry.route.pattern)"),
        "  case \(entry.name)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"))
    }
    for entry in cases {
      for index in entry.route.parameters.indices {
        guard let (name, choices) = entry.enumerations[index] else { continue }
        let parameter = entry.route.parameters[index].name
        lines.add(
          "", escaped("  /// The values of '\(parameter)' in \(entry.route.pattern)."),
          "  public enum \(name): CaseIterable, Hashable, Sendable {")
        for choice in choices { lines.add("    case \(choice.name)") }
        lines.add(
          "", "    /// The text in a link.", "    public var text: String {", "      switch self {")
        for choice in choices {
          lines.add("      case .\(choice.name): \(quotedForSwift(choice.text))")
        }
        lines.add("      }", "    }", "  }")
      }
    }
    lines.add(
      "", "  /// The path of the route with its query; `nil` if a value has no link, such as an",
      "  /// empty text in a path.", "  public var path: String? {", "    switch self {")
    for entry in cases { addPath(of: entry, to: &lines) }
    lines.add("    }", "  }", "}", "")
  }

  private func addPath(of entry: Case, to lines: inout CodeLines) {
    let bindings = entry.values.map { "let \($0.name)" }
    lines.add(
      "    case .\(entry.name)"
        + (bindings.isEmpty ? ":" : "(\(bindings.joined(separator: ", "))):"))
    let items = entry.route.query.map { item in
      let (name, parameter) = (entry.values[item.parameter].name, item.parameter)
      let quotedName = quotedForSwift(item.name)
      guard entry.route.parameters[parameter].isOptional else {
        return "LinkText.item(\(quotedName), \(text(name, parameter, in: entry)))"
      }
      return
        "\(name).map { LinkText.item(\(quotedName), \(text("$0", parameter, in: entry))) } ?? \"\""
    }
    let query = items.isEmpty ? "" : ", [\(items.joined(separator: ", "))]"
    for path in entry.route.paths {
      let pieces = path.pieces.map { piece in
        switch piece {
        case .text(let text): quotedForSwift(text)
        case .value(let index, let crosses, _): part(index, crosses: crosses, in: entry)
        case .repeatedText: "nil"
        }
      }
      let conditions =
        path.present.map { "let \(entry.values[$0].name)" }
        + path.absent.map { "\(entry.values[$0].name) == nil" }
      let start =
        conditions.isEmpty ? "      " : "      if \(conditions.joined(separator: ", ")) { "
      let end = conditions.isEmpty ? "" : " }"
      let call = "LinkText.path([\(pieces.joined(separator: ", "))]\(query))"
      lines.add(start + "return " + checked(call, path, in: entry) + end)
    }
    if !entry.route.hasOnePath { lines.add("      return nil") }
  }

  /// A value as a part of a path.
  private func part(_ index: Int, crosses: Bool, in entry: Case) -> String {
    "LinkText.\(crosses ? "rest" : "segment")(\(text(entry.values[index].name, index, in: entry)))"
  }

  /// A path that has no text if a link with it is read as other values.
  private func checked(_ call: String, _ path: CodeRoute.Path, in entry: Case) -> String {
    guard !path.readings.isEmpty else { return call }
    var values = entry.values.map { _ in "nil" }
    for case .value(let index, let crosses, _) in path.pieces {
      values[index] = part(index, crosses: crosses, in: entry)
    }
    let readings = path.readings.map { pieces in
      let pieces = pieces.map { piece in
        switch piece {
        case .text(let text): ".text(\(quotedForSwift(entry.route.compared(text))))"
        case .value(let index, let crosses, let isLongest):
          ".value(\(index), crosses: \(crosses), isLongest: \(isLongest.map(String.init) ?? "nil"))"
            + fitting(index, in: entry)
        case .repeatedText: ".value(nil, crosses: true, isLongest: nil) { _ in true }"
        }
      }
      return "[\(pieces.joined(separator: ", "))]"
    }
    return "LinkText.read(\(call), as: [\(values.joined(separator: ", "))], "
      + "[\(readings.joined(separator: ", "))], isCaseSensitive: \(entry.route.isCaseSensitive))"
  }

  /// Whether a text can be the value of a parameter in a path, as a closure.
  private func fitting(_ index: Int, in entry: Case) -> String {
    let parameter = entry.route.parameters[index]
    return switch parameter.type {
    case .int, .uint, .number, .bool: " { \(Self.type(of: parameter))($0) != nil }"
    case .uuid: " { LinkText.uuid($0) != nil }"
    case .date: " { LinkText.isDay($0) }"
    case .slug: " { LinkText.slug($0) != nil }"
    case .oneOf(let texts):
      " { [\(texts.map { quotedForSwift(entry.route.written($0)) }.joined(separator: ", "))]"
        + ".contains($0) }"
    case .string, .expression: " { _ in true }"
    }
  }

  /// The text of a value, `nil` if it has none.
  private func text(_ name: String, _ index: Int, in entry: Case) -> String {
    switch entry.route.parameters[index].type {
    case .int, .uint, .bool: "String(\(name))"
    case .number: "LinkText.number(\(name))"
    case .date: "\(name).description"
    case .oneOf: "\(name).text"
    case .uuid: "LinkText.uuid(\(name))"
    case .slug: "LinkText.slug(\(name))"
    case .string, .expression: name
    }
  }

  private func addBases(to lines: inout CodeLines) {
    guard !bases.isEmpty else { return }
    lines.add(
      "extension AppRoute {", "  /// What precedes the path in a link.",
      "  public enum Base: CaseIterable, Hashable, Sendable {")
    for (name, base) in bases { lines.add(escaped("    /// \(base.text)"), "    case \(name)") }
    lines.add(
      "", "    /// The link of the path `/`, and the start of other links.",
      "    fileprivate var texts: (root: String, start: String) {", "      switch self {")
    for (name, base) in bases {
      lines.add(
        "      case .\(name): (\(quotedForSwift(base.root)), \(quotedForSwift(base.start)))")
    }
    lines.add("      }", "    }", "  }", "")
    lines.add("  /// The bases that the route is under.", "  public var bases: [Base] {")
    if cases.isEmpty {
      lines.add("    switch self {", "    }")
    } else {
      addBasesOfCases(to: &lines)
    }
    lines.add("  }", "")
    lines.add(
      "  /// The link of the route under a base; `nil` if it is not under it, or has no path.",
      "  public func link(_ base: Base = .\(bases[0].name)) -> String? {",
      "    guard bases.contains(base), let path else { return nil }",
      "    let isRoot = path == \"/\" || path.hasPrefix(\"/?\")",
      "    return (isRoot ? base.texts.root : base.texts.start) + path.dropFirst()", "  }", "}", "")
  }

  /// A list of bases for the cases that have the same.
  private func addBasesOfCases(to lines: inout CodeLines) {
    lines.add("    switch self {")
    for group in groupedByBases(cases, \.route) {
      let names = bases.filter { group.bases.contains($0.base.index) }.map { ".\($0.name)" }
      lines.add(
        "    case \(group.cases.map { ".\($0.name)" }.joined(separator: ", ")):",
        "      [\(names.joined(separator: ", "))]")
    }
    lines.add("    }")
  }
}

func quotedForSwift(_ text: String) -> String {
  quoted(text, escaped: ["\"", "\\"]) { "\\u{\(String($0.value, radix: 16))}" }
}
