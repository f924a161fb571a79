import Diagnostics
import JSONCodec
import PlatformLinks

extension StatementReader {
  /// The dynamic rules of a statement. One that is malformed drops all of them.
  mutating func dynamicRules(of statement: LocatedObject) -> [ComponentRule]? {
    let relation = String(decoding: AssetLinks.linkRelation, as: UTF8.self)
    guard
      let extensions = statement.value(
        "relation_extensions", .object, to: &faults, \.members),
      let own = extensions.value(relation, .object, to: &faults, \.members),
      let list = own["dynamic_app_link_components"]
    else { return nil }
    guard let elements = list.arrayValue else {
      faults.append(.malformedDynamicRules(at: list.position))
      return nil
    }
    guard !elements.isEmpty else {
      faults.append(.emptyDynamicRules(at: list.position))
      return nil
    }
    var rules: [ComponentRule] = []
    for element in elements {
      switch dynamicRule(element) {
      case .success(let rule): rules.append(rule)
      case .failure(let fault):
        faults.append(.malformedDynamicRules(at: fault.position))
        return nil
      }
    }
    return rules
  }

  /// A value that is not valid in a dynamic rule.
  private struct InvalidRule: Error {
    let position: SourcePosition
  }

  /// Reads a rule. The parts are compared decoded, as in Android's `UriRelativeFilter`; slashes at
  /// the ends of a path count. Neither is documented for dynamic rules.
  private mutating func dynamicRule(
    _ json: LocatedJSON
  ) -> Result<ComponentRule, InvalidRule> {
    guard let object = json.members else {
      return .failure(InvalidRule(position: json.position))
    }
    var path: PartPattern?
    var fragment: PartPattern?
    var query: QueryPattern?
    var isExcluded = false
    for member in object.members {
      let value = member.value
      let invalid = InvalidRule(position: value.position)
      switch member.key {
      case "/":
        guard let text = value.textBytes else { return .failure(invalid) }
        path = pattern(text, at: value.position)
      case "#":
        guard let text = value.textBytes else { return .failure(invalid) }
        fragment = pattern(text, at: value.position)
      case "?":
        guard let members = value.members else { return .failure(invalid) }
        var items: [ItemPattern] = []
        for item in members.members {
          guard let text = item.value.textBytes else {
            return .failure(InvalidRule(position: item.value.position))
          }
          items.append(
            ItemPattern(
              name: Array(item.key.utf8), value: pattern(text, at: item.value.position),
              quantifier: .some))
        }
        query = .items(items)
      case "exclude":
        guard let bool = value.boolValue else { return .failure(invalid) }
        isExcluded = bool
      default: break
      }
    }
    object.reportUnknownKeys(
      ["/", "?", "#", "exclude", "comment"], of: "a dynamic rule", to: &faults)
    return .success(
      ComponentRule(
        path: path, query: query, fragment: fragment, matchesAbsentFragment: false,
        isExcluded: isExcluded, at: json.position))
  }

  /// A pattern of a dynamic rule, which has no variables.
  private mutating func pattern(_ text: [UInt8], at position: SourcePosition) -> PartPattern {
    var found: [Glob.Fault] = []
    let glob = Glob(parsing: text, variables: nil, faults: &found)
    for case .tooLarge(let states) in found {
      faults.append(.patternTooLarge(states: states, at: position))
    }
    return PartPattern(glob, isDecoded: true)
  }
}
