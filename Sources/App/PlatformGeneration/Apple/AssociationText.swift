import Diagnostics
import JSONCodec

/// The text of an association file: a component, or a variable, on each line.
enum AssociationText {
  static func text(
    of rules: [AssociationRule], _ variables: AssociationVariables, appID: String
  ) -> String {
    var lines = ["{", "  \"applinks\": {"]
    if !variables.own.isEmpty {
      lines.append("    \"substitutionVariables\": {")
      let sorted = variables.own.sorted { bytesPrecede($0.name, $1.name) }
      lines += separated(
        sorted.map { "      \(quoted($0.name)): \(spaced(.array($0.values.map { .string($0) })))" })
      lines.append("    },")
    }
    lines += ["    \"details\": [", "      {", "        \"appIDs\": [\(quoted(appID))],"]
    if rules.isEmpty {
      lines.append("        \"components\": []")
    } else {
      lines.append("        \"components\": [")
      lines += separated(rules.map { "          " + spaced(component($0)) })
      lines.append("        ]")
    }
    lines += ["      }", "    ]", "  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  private static func component(_ rule: AssociationRule) -> JSON {
    var members = [JSON.Member("/", .string(rule.path))]
    if let fragment = rule.fragment { members.append(JSON.Member("#", .string(fragment))) }
    if !rule.query.isEmpty {
      members.append(
        JSON.Member("?", .object(rule.query.map { JSON.Member($0.name, .string($0.pattern)) })))
    }
    if !rule.isCaseSensitive { members.append(JSON.Member("caseSensitive", false)) }
    if rule.isExcluded { members.append(JSON.Member("exclude", true)) }
    return .object(members)
  }
}

/// Lines with a comma after each but the last.
func separated(_ lines: [String]) -> [String] {
  lines.enumerated().map { $0.offset < lines.count - 1 ? $0.element + "," : $0.element }
}

/// JSON on one line with a space after each comma and colon.
func spaced(_ json: JSON) -> String {
  switch json {
  case .array(let values): "[" + values.map(spaced).joined(separator: ", ") + "]"
  case .object(let members):
    "{ " + members.map { "\(quoted($0.key)): \(spaced($0.value))" }.joined(separator: ", ") + " }"
  default: json.text
  }
}

/// A JSON string.
func quoted(_ text: String) -> String { JSON.string(text).text }
