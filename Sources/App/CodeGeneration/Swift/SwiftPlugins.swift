import Diagnostics
import Links
import Navigation

/// Swift code that declares plugins as their route files do, without what only an analysis reads:
/// rules of a policy and allowed findings.
struct SwiftPlugins {
  private var lines = CodeLines()
  private var expressions = 0
  var text: String { lines.text }

  init(_ plugins: [PluginDraft]) {
    let calls = plugins.indices.map { "try plugin\($0)()" }
    lines.add(
      "extension AppRoute {", "  /// The app as its route files declare it.",
      "  public static let definition: AppDefinition = {",
      "    do {", "      return try AppDefinition(plugins: [\(calls.joined(separator: ", "))])",
      "    } catch {",
      "      preconditionFailure(\"generate this file again for the library: \\(error)\")",
      "    }", "  }()")
    for (number, plugin) in plugins.enumerated() { add(plugin, number: number) }
    lines.add("}", "")
  }

  private mutating func add(_ plugin: PluginDraft, number: Int) {
    lines.add(
      "", "  private static func plugin\(number)() throws -> PluginDraft {",
      "    var app = PluginDraft(\(quotedForSwift(plugin.name.value)))")
    for base in plugin.bases { lines.add("    app.links(\(quotedForSwift(base.value)))") }
    if !plugin.isCaseSensitive { lines.add("    app.isCaseSensitive = false") }
    for gate in plugin.gates {
      var settings: [String] = []
      if !gate.requires.isEmpty { settings.append("requires = \(list(gate.requires))") }
      if gate.keepMilliseconds != GateDraft.keepMillisecondsDefault {
        settings.append("keepMilliseconds = \(gate.keepMilliseconds)")
      }
      if let lapses = gate.lapses {
        let times = [
          ("backgroundMilliseconds", lapses.backgroundMilliseconds),
          ("afterMilliseconds", lapses.afterMilliseconds),
        ].compactMap { name, time in time.map { "\(name): \($0)" } }
        let all = times + (lapses.keepsPlace ? ["keepsPlace: true"] : [])
        settings.append("lapses = Gate.Lapses(\(all.joined(separator: ", ")))")
      }
      let arguments = "\(literal(gate.name)), challenge: \(literal(gate.challenge))"
      call("gate(\(arguments))", settings)
    }
    for source in plugin.sources { add(source) }
    for coordinator in plugin.coordinators { add(coordinator) }
    for route in plugin.routes { add(route) }
    for route in plugin.extensions {
      call("extend(\(literal(route.path)))", settings(of: route), isClosed: true)
    }
    if !plugin.omitted.isEmpty { lines.add("    app.omitted = \(list(plugin.omitted))") }
    for screen in plugin.screens { add(screen) }
    lines.add("    return app", "  }")
  }

  private mutating func add(_ source: SourceDraft) {
    let rule =
      switch source.rule {
      case .named: ""
      case .signed(nil): ", .signed(items: nil)"
      case .signed(let items?):
        ", .signed(items: [\(items.map(quotedForSwift).joined(separator: ", "))])"
      case .invalid: ", .invalid"
      }
    let consent = source.consent.map { ", consent: \(literal($0))" } ?? ""
    call("source(\(literal(source.name))\(rule)\(consent))", [])
  }

  private mutating func add(_ coordinator: CoordinatorDraft) {
    let name = literal(coordinator.name)
    var arguments =
      switch coordinator.kind {
      case .stack, .flow:
        "\(coordinator.kind)(\(name), start: \(quotedForSwift(coordinator.start?.value ?? ""))"
      case .tabs: "tabs(\(name), \(list(coordinator.children))"
      case .switch: "oneOf(\(name), \(list(coordinator.children))"
      }
    if !coordinator.gates.isEmpty { arguments += ", gates: \(list(coordinator.gates))" }
    if let back = coordinator.back { arguments += ", back: .\(back)" }
    call(arguments + ")", [])
  }

  private mutating func add(_ route: RouteDraft) {
    let path = literal(route.path)
    let settings = settings(of: route)
    if let screen = route.screen {
      call("route(\(path), screen: \(literal(screen)))", settings)
    } else if let target = route.redirect {
      call("redirect(\(path), to: \(literal(target)))", settings)
    } else {
      call("\(route.presentation)(\(path))", settings)
    }
  }

  /// What is set in the closure of a route.
  private mutating func settings(of route: RouteDraft) -> [String] {
    let params = route.params.map { "(\(literal($0.name)), \(code(of: $0.type)))" }
    let query = route.query.map {
      "(\(literal($0.name)), \(code(of: $0.type)), \($0.isOptional))"
    }
    var settings: [String] = []
    func set(_ name: String, _ value: String?) {
      if let value { settings.append("\(name) = \(value)") }
    }
    func setList(_ name: String, _ values: [String]) {
      if !values.isEmpty { set(name, "[\(values.joined(separator: ", "))]") }
    }
    set("name", route.name.map(literal))
    setList("params", params)
    setList("query", query)
    setList("ignoredMisfits", route.ignoredMisfits.map(quotedForSwift))
    setList("parts", route.parts.map { ".\($0)" })
    setList("values", route.values.map { "(\(literal($0.name)), \(literal($0.text)))" })
    set("bases", route.bases.map(list))
    set("coordinator", route.coordinator.map(literal))
    if route.presentation != .push, !route.presentation.entersNoScreen {
      set("presentation", ".\(route.presentation)")
    }
    setList("parents", route.parents.map(literal))
    setList("gates", route.gates.map(literal))
    setList("accounts", route.accounts.map { "(\(literal($0.gate)), \(literal($0.value)))" })
    set("guests", route.guests.map(literal))
    set("sources", route.sources.map(list))
    set("consent", route.consent.map(literal))
    set("otherwise", route.otherwise.map(literal))
    set("intent", route.intent.map(literal))
    if route.repeatPolicy != .reuse { set("repeatPolicy", ".\(route.repeatPolicy)") }
    return settings
  }

  private mutating func add(_ screen: ScreenDraft) {
    var settings: [String] = []
    if let title = screen.title { settings.append("title = \(literal(title))") }
    if screen.leave != .free { settings.append("leave = .\(screen.leave)") }
    let taps = screen.taps.map { "(\(literal($0.name)), \(literal($0.target)))" }
    if !taps.isEmpty { settings.append("taps = [\(taps.joined(separator: ", "))]") }
    call("screen(\(literal(screen.name)))", settings, isClosed: true)
  }

  /// Adds a call on the plugin, with a closure that sets properties.
  /// - Parameter isClosed: Whether the closure is required.
  private mutating func call(_ call: String, _ settings: [String], isClosed: Bool = false) {
    guard !settings.isEmpty || isClosed else {
      lines.add("    app.\(call)")
      return
    }
    guard !settings.isEmpty else {
      lines.add("    app.\(call) { _ in }")
      return
    }
    lines.add("    app.\(call) {")
    for setting in settings { lines.add("      $0.\(setting)") }
    lines.add("    }")
  }

  /// An expression is a constant before the call, since the closure cannot throw.
  private mutating func code(of type: ValueType) -> String {
    switch type {
    case .oneOf(let texts): return ".oneOf([\(texts.map(quotedForSwift).joined(separator: ", "))])"
    case .expression(let expression):
      let name = "expression\(expressions)"
      expressions += 1
      lines.add("    let \(name) = try ValueExpression(\(quotedForSwift(expression.text)))")
      return ".expression(\(name))"
    case .int, .uint, .number, .bool, .uuid, .date, .slug, .string: return ".\(type)"
    }
  }

  private func literal(_ text: Located<String>) -> String { quotedForSwift(text.value) }

  private func list(_ texts: [Located<String>]) -> String {
    "[\(texts.map(literal).joined(separator: ", "))]"
  }
}
