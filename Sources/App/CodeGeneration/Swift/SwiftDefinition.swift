import Diagnostics
import Links
import Navigation

/// The part of the Swift code that reads links: by the library `Navigation`, from the same routes.
struct SwiftDefinition {
  private let cases: [SwiftCode.Case]
  /// The names of the cases by the index of their route.
  private let names: [Int: String]
  private let definition: AppDefinition
  private(set) var text = ""

  init(_ cases: [SwiftCode.Case], of definition: AppDefinition) {
    (self.cases, self.definition) = (cases, definition)
    names = Dictionary(cases.map { ($0.route.index, $0.name) }) { first, _ in first }
    var lines = CodeLines()
    lines.add("#if canImport(Navigation)", "import Navigation", "")
    addInitializer(to: &lines)
    addValues(to: &lines)
    addPlugins(to: &lines)
    lines.add(Self.helper, "#endif")
    text = lines.text
  }

  private func addInitializer(to lines: inout CodeLines) {
    lines.add(
      "extension AppRoute {",
      "  /// The route that a link opens, after redirects; `nil` if it opens no screen of the app.",
      "  public init?(link: String) {",
      "    guard let values = LinkValues(link), let route = try? AppRoute(values)",
      "    else { return nil }", "    self = route", "  }", "",
      "  private init(_ values: LinkValues) throws {",
      "    switch values.screen {")
    for entry in cases {
      let values = entry.route.parameters.indices.map { index in
        let parameter = entry.route.parameters[index]
        let value = value(index, in: entry)
        return "\(entry.values[index].name): "
          + (parameter.isOptional ? value : "try values.required(\(value))")
      }
      lines.add(
        "    case \(quotedForSwift(entry.name)):",
        "      self = .\(entry.name)"
          + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"))
    }
    lines.add("    default: throw LinkValues.Missing()", "    }", "  }", "}", "")
    for entry in cases {
      for (name, _) in entry.enumerations.sorted(by: { $0.key < $1.key }).map(\.value) {
        lines.add(
          "extension AppRoute.\(name) {", "  fileprivate init?(text: String) {",
          "    let found = Self.allCases.first { $0.text.utf8.elementsEqual(text.utf8) }",
          "    guard let found else { return nil }", "    self = found", "  }", "}", "")
      }
    }
  }

  /// The value of a parameter of a link's route, which is optional.
  private func value(_ index: Int, in entry: SwiftCode.Case) -> String {
    let parameter = entry.route.parameters[index]
    // Parts of the link have values that the code leaves out.
    let all = definition.routes[entry.route.index].parameters
    let place = all.firstIndex { sameBytes($0.name, parameter.name) } ?? index
    let value = "values[\(place)]"
    switch parameter.type {
    case .int, .uint, .number: return "\(value).flatMap { \(entry.values[index].type)($0) }"
    case .bool: return "\(value).map { $0 == \"true\" }"
    case .date: return "\(value).flatMap { Day(text: $0) }"
    case .oneOf: return "\(value).flatMap { \(entry.values[index].type)(text: $0) }"
    case .uuid, .slug, .string, .expression: return value
    }
  }

  private func addValues(to lines: inout CodeLines) {
    lines.add(
      "/// The screen of a link and its values.", "private struct LinkValues {",
      "  struct Missing: Error {}", "", "  let screen: String", "  private let values: [String?]",
      "", "  init?(_ link: String) {",
      "    guard let definition = Self.definition, let found = try? definition.resolve(link),",
      "      case .screen(let screen) = definition[found.route].target", "    else { return nil }",
      "    (self.screen, values) = (definition[screen].name, found.values)", "  }", "",
      "  subscript(index: Int) -> String? { values[index] }", "",
      "  func required<Value>(_ value: Value?) throws -> Value {",
      "    guard let value else { throw Missing() }", "    return value", "  }", "",
      "  private static let definition: AppDefinition? = try? AppDefinition(plugins: plugins())", ""
    )
  }

  /// The routes as the library reads them, including those that open no screen: they take links
  /// too.
  private func addPlugins(to lines: inout CodeLines) {
    lines.add("  private static func plugins() throws -> [PluginDraft] {")
    let start = definition[definition.home].start?.link ?? "/"
    var groups: [[Int]] = []
    for index in definition.routes.indices {
      let group = groups.firstIndex { areAlike($0[0], index) }
      if let group { groups[group].append(index) } else { groups.append([index]) }
    }
    for (number, group) in groups.enumerated() {
      let specification = definition.table.specification(of: group[0])
      lines.add("    var routes\(number) = PluginDraft(\"routes\(number)\")")
      for base in specification.bases ?? [] {
        lines.add("    routes\(number).links(\(quotedForSwift(base.text)))")
      }
      if !specification.isCaseSensitive {
        lines.add("    routes\(number).isCaseSensitive = false")
      }
      if number == 0 {
        lines.add("    routes0.stack(\"home\", start: \(quotedForSwift(start)))")
      }
      for index in group { lines.add("    \(call(for: index, on: "routes\(number)"))") }
    }
    let names = groups.indices.map { "routes\($0)" }.joined(separator: ", ")
    lines.add("    return [\(names)]", "  }", "}", "")
  }

  /// Whether two routes can be declared by one plugin.
  private func areAlike(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (
      definition.table.specification(of: one), definition.table.specification(of: other)
    )
    return left.bases == right.bases && left.isCaseSensitive == right.isCaseSensitive
  }

  private func call(for index: Int, on draft: String) -> String {
    let route = definition.routes[index]
    var arguments = [quotedForSwift(route.pattern)]
    switch route.target {
    case .screen:
      arguments.append("screen: \(quotedForSwift(names[index] ?? ""))")
    case .redirect(let template):
      arguments.append("redirect: \(quotedForSwift(template.text))")
    case .value(let parameter):
      arguments.append("redirect: \(quotedForSwift(":" + route.parameters[parameter].name))")
    case .browser: arguments.append("as: .outside")
    case .nothing: arguments.append("as: .refuse")
    }
    if route.isInternal { arguments.append("links: []") }
    let specification = definition.table.specification(of: index)
    let params = specification.types.map { "(\(quotedForSwift($0.name)), \(code(of: $0.type)))" }
    if !params.isEmpty { arguments.append("params: [\(params.joined(separator: ", "))]") }
    let query = specification.query.map {
      "(\(quotedForSwift($0.name)), \(code(of: $0.type)), \($0.isOptional))"
    }
    if !query.isEmpty { arguments.append("query: [\(query.joined(separator: ", "))]") }
    let ignored = specification.query.filter(\.ignoresMisfits).map { quotedForSwift($0.name) }
    if !ignored.isEmpty { arguments.append("ignoring: [\(ignored.joined(separator: ", "))]") }
    let parts = specification.parts.map { ".\($0.rawValue)" }
    if !parts.isEmpty { arguments.append("parts: [\(parts.joined(separator: ", "))]") }
    let hasExpression = query.contains { $0.contains("ValueExpression(") }
    return (hasExpression ? "try " : "") + "\(draft).add(\(arguments.joined(separator: ", ")))"
  }

  private func code(of type: ValueType) -> String {
    switch type {
    case .oneOf(let texts): ".oneOf([\(texts.map(quotedForSwift).joined(separator: ", "))])"
    case .expression(let expression):
      ".expression(ValueExpression(\(quotedForSwift(expression.text))))"
    case .int, .uint, .number, .bool, .uuid, .date, .slug, .string: ".\(type)"
    }
  }

  private static let helper = #"""
    extension PluginDraft {
      fileprivate mutating func add(
        _ path: String, screen: String? = nil, redirect: String? = nil,
        as presentation: Presentation = .push, links: [String]? = nil,
        params: [(String, ValueType)] = [],
        query: [(String, ValueType, Bool)] = [], ignoring misfits: [String] = [],
        parts: [LinkPart] = []
      ) {
        var route = RouteDraft(path: Located(path, at: nil))
        route.screen = screen.map { Located($0, at: nil) }
        route.redirect = redirect.map { Located($0, at: nil) }
        route.presentation = presentation
        route.bases = links.map { $0.map { Located($0, at: nil) } }
        route.params = params.map { (Located($0.0, at: nil), $0.1) }
        route.query = query.map { (Located($0.0, at: nil), $0.1, $0.2) }
        route.ignoredMisfits = misfits
        route.parts = parts
        routes.append(route)
      }
    }

    extension AppRoute.Day {
      fileprivate init?(text: String) {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
      }
    }
    """#
}
