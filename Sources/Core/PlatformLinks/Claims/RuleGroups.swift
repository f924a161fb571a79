import Diagnostics

extension AppleAssociation {
  /// The app ids, grouped by their rules: those of a group open the same links. In file order.
  package var appsByRules: [[[UInt8]]] {
    groups(of: details.map { RuleOwners(names: $0.apps, rules: $0.rules) })
  }
}

extension AssetLinks {
  /// The packages that may open links, grouped by their dynamic rules. In file order.
  package var packagesByRules: [[[UInt8]]] {
    groups(
      of: statements.filter { $0.handlesLinks }.map {
        RuleOwners(names: [$0.package], rules: $0.dynamicRules)
      })
  }
}

/// Names in a file, and the rules that one of its entries gives them.
private struct RuleOwners {
  let names: [[UInt8]]
  /// `nil` if the entry allows every link, unless another entry has rules.
  let rules: [ComponentRule]?
}

/// Groups names by the rules of all their entries, wherever those are in the file.
private func groups(of entries: [RuleOwners]) -> [[[UInt8]]] {
  var order: [[UInt8]] = []
  var entriesOfName: [[UInt8]: [Int]] = [:]
  for (index, entry) in entries.enumerated() {
    for name in entry.names where entriesOfName[name]?.last != index {
      if entriesOfName[name] == nil { order.append(name) }
      entriesOfName[name, default: []].append(index)
    }
  }
  // Many names can have the same entries, whose rules are then compared once.
  var groupOfEntries: [[Int]: Int] = [:]
  var groupOfRules: [[ComponentRule]?: Int] = [:]
  var groups: [[[UInt8]]] = []
  for name in order {
    let indices = entriesOfName[name] ?? []
    let group: Int
    if let known = groupOfEntries[indices] {
      group = known
    } else {
      let lists = indices.compactMap { entries[$0].rules }
      let rules = lists.isEmpty ? nil : lists.joined().map { $0.withoutPlace }
      group = groupOfRules[rules] ?? groups.count
      groupOfRules[rules] = group
      groupOfEntries[indices] = group
    }
    if group == groups.count { groups.append([]) }
    groups[group].append(name)
  }
  return groups
}

extension ComponentRule {
  /// The rule at a place that is the same for all rules, to compare what it matches.
  fileprivate var withoutPlace: ComponentRule {
    ComponentRule(
      path: path, query: query, fragment: fragment, matchesAbsentFragment: matchesAbsentFragment,
      isExcluded: isExcluded, at: SourcePosition(file: "", line: 1, column: 1))
  }
}
