import Diagnostics
import Links
import Navigation

/// The part of the Swift code that needs the library `Navigation`: the definition of the app, and
/// the routes of links.
struct SwiftDefinition {
  private let cases: [SwiftCode.Case]
  private let definition: AppDefinition
  private(set) var text = ""

  init(
    _ cases: [SwiftCode.Case], of definition: AppDefinition, declaredBy plugins: [PluginDraft]
  ) {
    (self.cases, self.definition) = (cases, definition)
    var lines = CodeLines()
    lines.add("#if canImport(Navigation)", "public import Navigation", "")
    addInitializer(to: &lines)
    lines.add(Self.values)
    lines.add(SwiftPlugins(plugins).text)
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
      "    switch values.route {")
    for entry in cases {
      let values = entry.route.parameters.indices.map { index in
        let parameter = entry.route.parameters[index]
        let value = value(index, in: entry)
        return "\(entry.values[index].name): "
          + (parameter.isOptional ? value : "try values.required(\(value))")
      }
      lines.add(
        escaped("    case \(entry.route.index):  // \(entry.route.pattern)"),
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

  private static let values = #"""
    /// The route of a link, by its index in the definition, and its values.
    private struct LinkValues {
      struct Missing: Error {}

      let route: Int
      private let values: [String?]

      init?(_ link: String) {
        guard let found = try? AppRoute.definition.resolve(link) else { return nil }
        (route, values) = (found.route.index, found.values)
      }

      subscript(index: Int) -> String? { values[index] }

      func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
      }
    }

    """#

  private static let helper = #"""
    extension AppRoute.Day {
      fileprivate init?(text: String) {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
      }
    }
    """#
}
