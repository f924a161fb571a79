import Diagnostics
import Links
import Navigation

/// The Swift code of an App Intent for each route that has an `intent`. It opens the route's
/// universal link, and so goes the way of every link; the system takes such links from iOS 18 on
/// (https://developer.apple.com/documentation/appintents/openurlintent).
struct SwiftIntents {
  private var lines = CodeLines()
  private var names = CodeNames(reserved: SwiftCode.reservedTypes)
  private let code: SwiftCode
  /// Empty if there are no such routes.
  private(set) var text = ""

  init(_ code: SwiftCode, of definition: AppDefinition) {
    self.code = code
    for entry in code.cases {
      guard let title = definition.routes[entry.route.index].intent,
        let base = code.bases.first(where: {
          $0.base.isUniversal && entry.route.bases.contains($0.base.index)
        })
      else { continue }
      add(entry, title: title, base)
    }
    guard !lines.text.isEmpty else { return }
    let start = "#if canImport(AppIntents)\nimport AppIntents\nimport Foundation\n"
    text = "\n\(start)\n\(lines.text)\(Self.helper)\n#endif\n"
  }

  /// What has no intent although a route asks for one.
  static func lost(
    among routes: [CodeRoute], _ bases: [CodeBase], of definition: AppDefinition
  ) -> [String] {
    routes.filter { route in
      definition.routes[route.index].intent != nil
        && !bases.contains { $0.isUniversal && route.bases.contains($0.index) }
    }.map { "\($0.pattern): no App Intent, since no link with https opens it" }
  }

  private mutating func add(
    _ entry: SwiftCode.Case, title: String, _ base: (name: String, base: CodeBase)
  ) {
    let name = names.add("Open-" + entry.route.name, .upper)
    let url = representation(of: entry, base.base)
    lines.add(
      escaped("/// \(entry.route.pattern)"), Self.availability,
      "public struct \(name): \(url == nil ? "AppIntent" : "URLRepresentableIntent") {",
      "  public static let title: LocalizedStringResource = \(quotedForSwift(title))")
    if let url {
      lines.add("  public static var urlRepresentation: URLRepresentation { \(url) }")
    }
    lines.add("")
    for (index, value) in entry.values.enumerated() {
      let parameter = entry.route.parameters[index]
      let type = type(of: index, in: entry) + (parameter.isOptional ? "?" : "")
      lines.add(
        "  @IntentParameter(title: \(quotedForSwift(parameter.name)))",
        "  public var \(value.name): \(type)",
        "")
    }
    lines.add(
      "  public init() {}", "",
      "  public func perform() async throws -> some IntentResult & OpensIntent {")
    let values = entry.values.indices.map { index in
      "\(entry.values[index].name): \(value(index, in: entry))"
    }
    lines.add(
      "    let route = AppRoute.\(entry.name)"
        + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"),
      "    return .result(opensIntent: try route.opening(.\(base.name)))", "  }", "}", "")
    for (_, enumeration) in entry.enumerations.sorted(by: { $0.key < $1.key }) {
      addEnumeration(enumeration.name, enumeration.cases, of: name)
    }
  }

  /// The link as a literal from which the system can make it without running the app; `nil` if
  /// it has values other than whole numbers, which the system may encode in another way.
  private func representation(of entry: SwiftCode.Case, _ base: CodeBase) -> String? {
    guard entry.route.paths.count == 1, !entry.route.hasReadings, entry.route.query.isEmpty,
      entry.route.parameters.allSatisfy({ $0.type == .int && !$0.isOptional })
    else { return nil }
    var isFirst = true
    let pieces = entry.route.paths[0].pieces.map { piece in
      switch piece {
      case .text(let text):
        defer { isFirst = false }
        return String(
          quotedForSwift(isFirst ? String(text.dropFirst()) : text).dropFirst().dropLast())
      case .value(let index, _, _): return "\\(\\.$\(entry.values[index].name))"
      case .repeatedText: return ""
      }
    }
    let path = pieces.joined()
    return
      "\"\(quotedForSwift(path.isEmpty ? base.root : base.start).dropFirst().dropLast())\(path)\""
  }

  /// The cases of a list, as the system shows them.
  private mutating func addEnumeration(
    _ name: String, _ cases: [(name: String, text: String)], of intent: String
  ) {
    let texts = cases.map { ".\($0.name): \(quotedForSwift($0.text))" }.joined(separator: ", ")
    lines.add(
      Self.availability, "extension \(intent) {", "  public enum \(name): String, AppEnum {",
      "    case \(cases.map(\.name).joined(separator: ", "))", "",
      "    public static let typeDisplayRepresentation: TypeDisplayRepresentation = "
        + quotedForSwift(name),
      "    public static let caseDisplayRepresentations: [Self: DisplayRepresentation] =",
      "      [\(texts)]",
      "", "    fileprivate var value: AppRoute.\(name) {", "      switch self {")
    for entry in cases { lines.add("      case .\(entry.name): .\(entry.name)") }
    lines.add("      }", "    }", "  }", "}", "")
  }

  /// The types that the system has parameters of.
  private func type(of index: Int, in entry: SwiftCode.Case) -> String {
    switch entry.route.parameters[index].type {
    case .uint: "Int"
    case .date: "DateComponents"
    case .int, .number, .bool, .uuid, .slug, .string, .oneOf, .expression: entry.values[index].type
    }
  }

  /// The value of a parameter as the route takes it.
  private func value(_ index: Int, in entry: SwiftCode.Case) -> String {
    let (name, parameter) = (entry.values[index].name, entry.route.parameters[index])
    let isOptional = parameter.isOptional
    switch parameter.type {
    case .uint:
      return isOptional
        ? "try \(name).map { try NoLink.unless(UInt(exactly: $0)) }"
        : "try NoLink.unless(UInt(exactly: \(name)))"
    case .date:
      return isOptional
        ? "try \(name).map { try NoLink.unless(AppRoute.Day($0)) }"
        : "try NoLink.unless(AppRoute.Day(\(name)))"
    case .oneOf: return name + (isOptional ? "?" : "") + ".value"
    case .int, .number, .bool, .uuid, .slug, .string, .expression: return name
    }
  }

  private static let availability =
    "@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)"

  private static let helper = """
    /// A value that no link of the app has.
    \(availability)
    private struct NoLink: Error, CustomLocalizedStringResourceConvertible {
      var localizedStringResource: LocalizedStringResource { "The app has no such link." }

      static func unless<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw NoLink() }
        return value
      }
    }

    extension AppRoute.Day {
      fileprivate init?(_ date: DateComponents) {
        guard let year = date.year, let month = date.month, let day = date.day else { return nil }
        self.init(year: year, month: month, day: day)
      }
    }

    \(availability)
    extension AppRoute {
      fileprivate func opening(_ base: Base) throws -> OpenURLIntent {
        OpenURLIntent(try NoLink.unless(link(base).flatMap { URL(string: $0) }))
      }
    }
    """
}
