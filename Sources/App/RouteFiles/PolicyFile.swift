package import Diagnostics
package import Navigation

/// The rules of a policy file, which `signalbox explore` proves or breaks.
///
///     policy: 1
///     rules:
///       - never screen Checkout without gate login
package struct PolicyFile: Sendable {
  /// The texts of the rules.
  package let rules: [Located<String>]

  /// Reads a file.
  ///
  /// - Throws: Its errors; a file without rules is one.
  package init(path: String) throws(DiagnosticList) {
    var rules: [Located<String>] = []
    try DraftReader.readFile(
      path, needed: "'policy' and 'rules'", owner: PolicyKey.owner
    ) { root, reader in
      rules = reader.rules(of: root)
    }
    self.rules = rules
  }
}

enum PolicyKey: String, FormatKey {
  case policy, rules

  static let all = allCases
  static let owner = "a policy file"
  static let required: [PolicyKey] = [.policy, .rules]

  var meaning: String {
    switch self {
    case .policy: "The version of the format: 1."
    case .rules: "What must hold, such as 'never screen Checkout without gate login'."
    }
  }

  var shape: KeyShape {
    switch self {
    case .policy: .version
    case .rules: .list(of: .text)
    }
  }
}

extension DraftReader {
  fileprivate mutating func rules(of root: YAMLNode) -> [Located<String>] {
    guard let fields: Fields<PolicyKey> = fields(of: root, key: PolicyKey.owner) else { return [] }
    if let node = fields[.policy] { requireVersion(node, of: "policy") }
    guard let node = fields[.rules] else { return [] }
    let faults = errors.faultCount
    let rules = texts(node, of: "rules", "a rule or a list of rules")
    if rules.isEmpty, errors.faultCount == faults {
      errors.append(
        .missingValue(key: "rules", expected: "a rule or a list of rules", at: at(node.place)))
    }
    return rules
  }
}
