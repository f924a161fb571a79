import Diagnostics
import Links

/// The routes as a discriminated union in TypeScript.
struct TypeScriptCode {
  /// A route with its discriminant and the identifiers of its values.
  struct Case {
    let route: CodeRoute
    let name: String
    let values: [String]
  }

  private(set) var text = ""
  let cases: [Case]
  private let bases: [CodeBase]

  init(_ routes: [CodeRoute], _ bases: [CodeBase]) {
    self.bases = bases
    var names = CodeNames(reserved: [])
    cases = routes.map { route in
      // Any other word can be a property.
      var values = CodeNames(reserved: ["route"])
      return Case(
        route: route, name: names.add(route.name, .lower),
        values: route.parameters.map { values.add($0.name, .lower) })
    }
    var lines = CodeLines()
    lines.add(codeHeader(.typescript), "")
    addRoutes(to: &lines)
    addPaths(to: &lines)
    addBases(to: &lines)
    lines.add(Self.helpers)
    if routes.contains(where: \.hasReadings) { lines.add(Self.reading) }
    text = String(lines.text.dropLast())
  }

  private func addRoutes(to lines: inout CodeLines) {
    lines.add(
      "/** A day of the calendar, such as 2024-02-29. */",
      "export type Day = `${number}-${number}-${number}`;", "",
      "/** The routes of the app that open a screen, with their values. */",
      "export type AppRoute =" + (cases.isEmpty ? " never;" : ""))
    for (index, entry) in cases.enumerated() {
      var members = ["readonly route: \(quotedForJavaScript(entry.name))"]
      members += zip(entry.values, entry.route.parameters).map { name, parameter in
        "readonly \(name)\(parameter.isOptional ? "?" : ""): \(type(of: parameter))"
      }
      let end = index == cases.count - 1 ? ";" : ""
      lines.add(
        escaped("  // \(entry.route.pattern)"), "  | { \(members.joined(separator: "; ")) }\(end)")
    }
    lines.add("")
  }

  private func type(of parameter: Parameter) -> String {
    switch parameter.type {
    case .int, .uint: "number | bigint"
    case .number: "number"
    case .bool: "boolean"
    case .date: "Day"
    case .oneOf(let texts): texts.map(quotedForJavaScript).joined(separator: " | ")
    case .uuid, .slug, .string, .expression: "string"
    }
  }

  private func addPaths(to lines: inout CodeLines) {
    lines.add(
      "/** The path of a route with its query; undefined if a value has no link, such as an empty",
      " * text in a path. */", "export function pathOf(route: AppRoute): string | undefined {")
    guard !cases.isEmpty else {
      lines.add("  return route;", "}", "")
      return
    }
    lines.add("  switch (route.route) {")
    for entry in cases { addPath(of: entry, to: &lines) }
    lines.add("  }", "}", "")
  }

  private func addPath(of entry: Case, to lines: inout CodeLines) {
    lines.add("    case \(quotedForJavaScript(entry.name)):")
    let items = entry.route.query.map { item in
      let value = "route.\(entry.values[item.parameter])"
      let parameter = entry.route.parameters[item.parameter]
      let written = "item(\(quotedForJavaScript(item.name)), \(text(value, of: parameter)))"
      return parameter.isOptional ? "\(value) === undefined ? \"\" : \(written)" : written
    }
    let query = items.isEmpty ? "" : ", [\(items.joined(separator: ", "))]"
    for path in entry.route.paths {
      let pieces = path.pieces.map { piece in
        switch piece {
        case .text(let text): quotedForJavaScript(text)
        case .value(let index, let crosses, _): part(index, crosses: crosses, in: entry)
        case .repeatedText: "undefined"
        }
      }
      let conditions =
        path.present.map { "route.\(entry.values[$0]) !== undefined" }
        + path.absent.map { "route.\(entry.values[$0]) === undefined" }
      let start = conditions.isEmpty ? "" : "if (\(conditions.joined(separator: " && "))) "
      let call = "written([\(pieces.joined(separator: ", "))]\(query))"
      lines.add("      \(start)return \(checked(call, path, in: entry));")
    }
    if !entry.route.hasOnePath { lines.add("      return undefined;") }
  }

  /// A value as a part of a path.
  private func part(_ index: Int, crosses: Bool, in entry: Case) -> String {
    (crosses ? "rest" : "segment")
      + "(\(text("route.\(entry.values[index])", of: entry.route.parameters[index])))"
  }

  /// A path that has no text if a link with it is read as other values.
  private func checked(_ call: String, _ path: CodeRoute.Path, in entry: Case) -> String {
    guard !path.readings.isEmpty else { return call }
    var values = entry.values.map { _ in "undefined" }
    for case .value(let index, let crosses, _) in path.pieces {
      values[index] = part(index, crosses: crosses, in: entry)
    }
    let readings = path.readings.map { pieces in
      let pieces = pieces.map { piece in
        switch piece {
        case .text(let text): quotedForJavaScript(entry.route.compared(text))
        case .value(let index, let crosses, let isLongest):
          "[\(index), \(crosses), \(isLongest.map(String.init) ?? "undefined"), "
            + "\(fitting(index, in: entry))]"
        case .repeatedText: "[undefined, true, undefined, () => true]"
        }
      }
      return "[\(pieces.joined(separator: ", "))]"
    }
    return "read(\(call), [\(values.joined(separator: ", "))], "
      + "[\(readings.joined(separator: ", "))], \(entry.route.isCaseSensitive))"
  }

  /// Whether a text can be the value of a parameter in a path, as a function.
  private func fitting(_ index: Int, in entry: Case) -> String {
    switch entry.route.parameters[index].type {
    case .int: return #"(text) => /^-?\d+$/.test(text)"#
    case .uint: return #"(text) => /^\d+$/.test(text)"#
    case .number: return #"(text) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)"#
    case .bool: return "(text) => /^(true|false)$/.test(text)"
    case .date: return #"(text) => /^[\d-]{10}$/.test(text)"#
    case .uuid: return "(text) => uuid.test(text)"
    case .slug: return "(text) => slug.test(text)"
    case .oneOf(let texts):
      let texts = texts.map { quotedForJavaScript(entry.route.written($0)) }
      return "(text) => [\(texts.joined(separator: ", "))].includes(text)"
    case .string, .expression: return "() => true"
    }
  }

  /// The text of a value, undefined if it has none.
  private func text(_ value: String, of parameter: Parameter) -> String {
    switch parameter.type {
    case .int: "integer(\(value), -(2n ** 63n), 2n ** 63n)"
    case .uint: "integer(\(value), 0n, 2n ** 64n)"
    case .number: "finite(\(value))"
    case .bool: "String(\(value))"
    case .date: "day(\(value))"
    case .uuid: "fitting(\(value), uuid)"
    case .slug: "fitting(\(value), slug)"
    case .oneOf, .string, .expression: value
    }
  }

  private func addBases(to lines: inout CodeLines) {
    guard !bases.isEmpty else { return }
    let names = bases.map { quotedForJavaScript($0.text) }
    lines.add(
      "/** What precedes the path in a link. */",
      "export type Base = \(names.joined(separator: " | "));", "",
      "/** The link of the path /, and the start of other links. */",
      "const starts: Readonly<Record<Base, readonly [root: string, start: string]>> = {")
    for base in bases {
      lines.add(
        "  [\(quotedForJavaScript(base.text))]: "
          + "[\(quotedForJavaScript(base.root)), \(quotedForJavaScript(base.start))],")
    }
    lines.add(
      "};", "", "/** The bases that a route is under. */",
      "export function basesOf(route: AppRoute): readonly Base[] {")
    if cases.isEmpty {
      lines.add("  return route;")
    } else {
      lines.add("  switch (route.route) {")
      for group in groupedByBases(cases, \.route) {
        for entry in group.cases { lines.add("    case \(quotedForJavaScript(entry.name)):") }
        let own = bases.filter { group.bases.contains($0.index) }
        let texts = own.map { quotedForJavaScript($0.text) }
        lines.add("      return [\(texts.joined(separator: ", "))];")
      }
      lines.add("  }")
    }
    lines.add(
      "}", "",
      "/** The link of a route under a base; undefined if it is not under it, or has no path. */",
      "export function linkOf(", "  route: AppRoute,", "  base: Base = \(names[0]),",
      "): string | undefined {", "  const path = pathOf(route);",
      "  if (path === undefined || !basesOf(route).includes(base)) return undefined;",
      "  const [root, start] = starts[base];",
      "  return (/^\\/(\\?|$)/.test(path) ? root : start) + path.slice(1);", "}", "")
  }
}

func quotedForJavaScript(_ text: String) -> String {
  quoted(text, escaped: ["\"", "\\"]) { "\\u{\(String($0.value, radix: 16))}" }
}
