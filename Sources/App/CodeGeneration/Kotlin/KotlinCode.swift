import Diagnostics
import Links

/// The routes as a sealed class in Kotlin.
struct KotlinCode {
  /// A route with the identifiers of its class, its values and their enumerations.
  struct Case {
    let route: CodeRoute
    let name: String
    let values: [(name: String, type: String)]
    let enumerations: [(name: String, parameter: Parameter)]
  }

  private(set) var text = ""
  let cases: [Case]
  private let bases: [(name: String, base: CodeBase)]

  init(_ routes: [CodeRoute], _ bases: [CodeBase], package: String?) {
    var names = CodeNames(reserved: Self.reservedTypes)
    // Classes first, so that enumerations do not change their names.
    let classes = routes.map { names.add($0.name, .upper) }
    cases = zip(routes, classes).map { Self.codeCase($0, $1, &names) }
    var baseNames = CodeNames(reserved: Self.reservedTypes)
    self.bases = bases.map { (baseNames.add($0.text, .upper), $0) }
    var lines = CodeLines()
    lines.add(codeHeader(.kotlin), "")
    if let package {
      let parts = package.split(separator: ".").map(String.init)
      let quoted = parts.map { Self.reserved.contains($0) ? "`\($0)`" : $0 }
      lines.add("package \(quoted.joined(separator: "."))", "")
    }
    addRoutes(to: &lines)
    lines.add(Self.helpers)
    if routes.contains(where: \.hasReadings) { lines.add(Self.reading) }
    text = String(lines.text.dropLast())
  }

  private static func codeCase(
    _ route: CodeRoute, _ name: String, _ names: inout CodeNames
  ) -> Case {
    var valueNames = CodeNames(reserved: reserved)
    var enumerations: [(name: String, parameter: Parameter)] = []
    var values: [(name: String, type: String)] = []
    for parameter in route.parameters {
      var type = type(of: parameter)
      if parameter.choices != nil {
        type = names.add(route.name + "-" + parameter.name, .upper)
        enumerations.append((type, parameter))
      }
      values.append((valueNames.add(parameter.name, .lower), type))
    }
    return Case(route: route, name: name, values: values, enumerations: enumerations)
  }

  private static func type(of parameter: Parameter) -> String {
    switch parameter.type {
    case .int: "Long"
    case .uint: "ULong"
    case .number: "Double"
    case .bool: "Boolean"
    case .date: "java.time.LocalDate"
    case .uuid, .slug, .string, .oneOf, .expression: "String"
    }
  }

  private func addRoutes(to lines: inout CodeLines) {
    lines.add(
      "/** The routes of the app that open a screen, with their values. */",
      "sealed class AppRoute {")
    for entry in cases {
      let values = zip(entry.values, entry.route.parameters).map { value, parameter in
        "val \(value.name): \(value.type)" + (parameter.isOptional ? "? = null" : "")
      }
      lines.add(
        escaped("    // \(entry.route.pattern)"),
        values.isEmpty
          ? "    object \(entry.name) : AppRoute()"
          : "    data class \(entry.name)(\(values.joined(separator: ", "))) : AppRoute()", "")
    }
    for entry in cases {
      for (name, parameter) in entry.enumerations {
        var names = CodeNames(reserved: Self.reservedTypes)
        let choices = (parameter.choices ?? []).map {
          "\(names.add($0, .upper))(\(quotedForKotlin($0)))"
        }
        lines.add(
          escaped("    // The values of '\(parameter.name)' in \(entry.route.pattern)."),
          "    enum class \(name)(val text: String) {",
          "        \(choices.joined(separator: ", "));", "    }", "")
      }
    }
    lines.add(
      "    /** The path with its query; null if a value has no link, such as an empty text. */",
      "    fun toPath(): String? = " + (cases.isEmpty ? "null" : "when (this) {"))
    for entry in cases { addPath(of: entry, to: &lines) }
    if !cases.isEmpty { lines.add("    }") }
    addBases(to: &lines)
    lines.add("}", "")
  }

  private func addPath(of entry: Case, to lines: inout CodeLines) {
    let items = entry.route.query.map { item in
      let parameter = entry.route.parameters[item.parameter]
      let name = entry.values[item.parameter].name
      let written = "LinkText.item(\(quotedForKotlin(item.name)), \(text(name, of: parameter)))"
      return parameter.isOptional ? "if (\(name) == null) \"\" else \(written)" : written
    }
    let query = items.isEmpty ? "" : ", listOf(\(items.joined(separator: ", ")))"
    let branches = entry.route.paths.map { path in
      let pieces = path.pieces.map { piece in
        switch piece {
        case .text(let text): quotedForKotlin(text)
        case .value(let index, let crosses, _): part(index, crosses: crosses, in: entry)
        case .repeatedText: "null"
        }
      }
      let conditions =
        path.present.map { "\(entry.values[$0].name) != null" }
        + path.absent.map { "\(entry.values[$0].name) == null" }
      let call = "LinkText.path(listOf(\(pieces.joined(separator: ", ")))\(query))"
      return (
        condition: conditions.joined(separator: " && "), call: checked(call, path, in: entry)
      )
    }
    guard !entry.route.hasOnePath else {
      lines.add("        is \(entry.name) -> \(branches[0].call)")
      return
    }
    lines.add("        is \(entry.name) -> when {")
    for branch in branches { lines.add("            \(branch.condition) -> \(branch.call)") }
    lines.add("            else -> null", "        }")
  }

  /// A value as a part of a path.
  private func part(_ index: Int, crosses: Bool, in entry: Case) -> String {
    "LinkText.\(crosses ? "rest" : "segment")"
      + "(\(text(entry.values[index].name, of: entry.route.parameters[index])))"
  }

  /// A path that has no text if a link with it is read as other values.
  private func checked(_ call: String, _ path: CodeRoute.Path, in entry: Case) -> String {
    guard !path.readings.isEmpty else { return call }
    var values = entry.values.map { _ in "null" }
    for case .value(let index, let crosses, _) in path.pieces {
      values[index] = part(index, crosses: crosses, in: entry)
    }
    let readings = path.readings.map { pieces in
      let pieces = pieces.map { piece in
        switch piece {
        case .text(let text): "LinkPiece(\(quotedForKotlin(entry.route.compared(text))))"
        case .value(let index, let crosses, let isLongest):
          "LinkPiece(null, \(index), \(crosses), \(isLongest.map(String.init) ?? "null"))"
            + fitting(index, in: entry)
        case .repeatedText: "LinkPiece(null, null, true, null)"
        }
      }
      return "listOf(\(pieces.joined(separator: ", ")))"
    }
    return "LinkReading.read(\(call), listOf(\(values.joined(separator: ", "))), "
      + "listOf(\(readings.joined(separator: ", "))), \(entry.route.isCaseSensitive))"
  }

  /// Whether a text can be the value of a parameter in a path, as a closure.
  private func fitting(_ index: Int, in entry: Case) -> String {
    switch entry.route.parameters[index].type {
    case .int: return #" { Regex("-?[0-9]+").matches(it) }"#
    case .uint: return #" { Regex("[0-9]+").matches(it) }"#
    case .number: return #" { it.toDoubleOrNull() != null }"#
    case .bool: return #" { it == "true" || it == "false" }"#
    case .date: return #" { Regex("[0-9-]{10}").matches(it) }"#
    case .uuid: return " { LinkText.uuid.matches(it) }"
    case .slug: return " { LinkText.slug.matches(it) }"
    case .oneOf(let texts):
      let texts = texts.map { quotedForKotlin(entry.route.written($0)) }
      return " { it in listOf(\(texts.joined(separator: ", "))) }"
    case .string, .expression: return ""
    }
  }

  /// The text of a value, null if it has none.
  private func text(_ name: String, of parameter: Parameter) -> String {
    switch parameter.type {
    case .int, .uint, .bool: "\(name).toString()"
    case .number: "LinkText.number(\(name))"
    case .date: "LinkText.day(\(name))"
    case .oneOf: "\(name).text"
    case .uuid: "LinkText.fitting(\(name), LinkText.uuid)"
    case .slug: "LinkText.fitting(\(name), LinkText.slug)"
    case .string, .expression: name
    }
  }

  private func addBases(to lines: inout CodeLines) {
    guard !bases.isEmpty else { return }
    lines.add(
      "",
      "    /** What precedes the path in a link: the link of /, and the start of others. */",
      "    enum class Base(internal val root: String, internal val start: String) {")
    for (index, (name, base)) in bases.enumerated() {
      lines.add(
        "        \(name)(\(quotedForKotlin(base.root)), \(quotedForKotlin(base.start)))"
          + (index == bases.count - 1 ? ";" : ","))
    }
    lines.add(
      "    }", "", "    /** The bases that the route is under. */",
      "    fun bases(): List<Base> = " + (cases.isEmpty ? "emptyList()" : "when (this) {"))
    for entry in cases {
      let own = bases.filter { entry.route.bases.contains($0.base.index) }.map { "Base.\($0.name)" }
      lines.add("        is \(entry.name) -> listOf(\(own.joined(separator: ", ")))")
    }
    if !cases.isEmpty { lines.add("    }") }
    lines.add(
      "", "    /** The link under a base; null if the route is not under it, or has no path. */",
      "    fun toLink(base: Base = Base.\(bases[0].name)): String? {",
      "        val path = toPath()", "        if (path == null || base !in bases()) return null",
      "        val isRoot = path == \"/\" || path.startsWith(\"/?\")",
      "        return (if (isRoot) base.root else base.start) + path.substring(1)", "    }")
  }
}

func quotedForKotlin(_ text: String) -> String {
  quoted(text, escaped: ["\"", "\\", "$"]) { scalar in
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}
