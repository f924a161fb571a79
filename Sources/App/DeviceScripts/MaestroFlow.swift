package import Commands
import Diagnostics
package import Navigation
package import RouteFiles

/// Scripts as flows of Maestro, which drives apps on devices (docs.maestro.dev).
package enum MaestroFlow {
  /// Writes a script as a flow.
  /// - Parameters:
  ///   - path: The path of the script.
  ///   - name: The name of the flow in Maestro's reports.
  ///   - map: The ids of screens, taps and tabs that differ from the convention, and flows that
  ///     replace lines.
  package static func text(
    of lines: [ScriptLine], path: String, name: String, map: DeviceMap,
    in definition: AppDefinition
  ) -> DeviceScript {
    var writer = DeviceScriptWriter(path)
    writer.add(
      escaped("# Written by 'signalbox export maestro' from \(path): change that, not this."),
      "appId: ${APP_ID}",
      "name: \(quotedForMaestro(name))", "---")
    // A script begins with a fresh session. 'clearState' ends the app, so that the next link starts
    // it.
    var isCold = false
    if case .coldStart? = lines.first?.action { isCold = true }
    isCold ? writer.add("- clearState") : writer.add("- launchApp:", "    clearState: true")
    for line in isCold ? lines.dropFirst() : lines[...] {
      if let flow = map.flows[TextBytes(line.words)] {
        writer.add("- runFlow: \(quotedForMaestro(flow))")
        continue
      }
      let step = DeviceStep(line, in: definition)
      guard let action = step.action else {
        writer.omit(step)
        continue
      }
      if let omission = step.omission { writer.omit(step, omission.rawValue) }
      add(action, map, to: &writer)
    }
    return writer.script
  }

  private static func add(
    _ action: DeviceStep.Action, _ map: DeviceMap, to writer: inout DeviceScriptWriter
  ) {
    func id(_ id: String) -> String { "    id: \(quotedForMaestro(id))" }
    switch action {
    case .open(let link): writer.add("- openLink: \(quotedForMaestro(link))")
    case .tap(let name): writer.add("- tapOn:", id(map.id(ofTap: name)))
    case .selectTab(let name): writer.add("- tapOn:", id(map.id(ofTab: name)))
    case .back: writer.add("- back")
    case .seeScreen(let name): writer.add("- assertVisible:", id(map.id(ofScreen: name)))
    case .seeTap(let name): writer.add("- assertVisible:", id(map.id(ofTap: name)))
    case .seeTab(let name):
      writer.add("- assertVisible:", id(map.id(ofTab: name)), "    selected: true")
    case .seeText(let text):
      writer.add("- assertVisible: \(quotedForMaestro(".*\(literalExpression(text)).*"))")
    }
  }
}

extension DeviceMap {
  // Maestro compares an id with an expression.
  fileprivate func id(ofScreen name: String) -> String {
    screens[TextBytes(name)] ?? "screen." + literalExpression(name)
  }
  fileprivate func id(ofTap name: String) -> String {
    taps[TextBytes(name)] ?? "tap." + literalExpression(name)
  }
  fileprivate func id(ofTab name: String) -> String {
    tabs[TextBytes(name)] ?? "tab." + literalExpression(name)
  }
}

/// An expression that matches only this text.
private func literalExpression(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(scalar) { result.append("\\") }
    result.append(scalar)
  }
  return String(result)
}

/// A text as a double-quoted YAML scalar that Maestro does not evaluate: each `${` gets a
/// backslash, without which Maestro runs the text up to `}` as a program.
func quotedForMaestro(_ text: String) -> String {
  var result = "\""
  let scalars = Array(text.unicodeScalars)
  for (index, scalar) in scalars.enumerated() {
    let begins = scalar == "$" && scalars[(index + 1)...].first == "{"
    if begins { result += #"\\"# }
    switch scalar {
    case "\"", "\\": result += "\\" + String(scalar)
    case let scalar where isUnprintable(scalar) || (0xFFFE...0xFFFF).contains(scalar.value):
      let digits = String(scalar.value, radix: 16)
      result += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
