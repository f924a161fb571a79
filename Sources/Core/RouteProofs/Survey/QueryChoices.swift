import Diagnostics
import Languages
package import Links

/// Queries for links that routes accept, built from sample values of each type.
package enum QueryChoices {
  /// The items that some routes require together; nil if no sample fits them all, or if expressions
  /// are too large to find one.
  package static func plain(for routes: [TableRoute], _ stepsLeft: inout Int) -> [QueryItem]? {
    var items: [QueryItem] = []
    let conditions = routes.flatMap { $0.conditions }.map { $0.query }
    for condition in conditions where !condition.isOptional {
      guard !items.contains(where: { sameBytes($0.name, condition.name) }) else { continue }
      let types = conditions.filter { sameBytes($0.name, condition.name) }.map { $0.type }
      // A value that fits a list is one of it.
      let lists = types.compactMap { if case .oneOf(let texts) = $0 { texts } else { nil } }
      let value =
        lists.isEmpty
        ? ValueType.sample(fitting: types, &stepsLeft)
        : lists[0].filter(ValueType.isWellFormed).first { value in
          types.allSatisfy { $0.fits(value) }
        }
      guard let value else { return nil }
      items.append(QueryItem(name: condition.name, value: value))
    }
    return items
  }

  /// Whether a route accepts every query that another accepts.
  static func areIncluded(
    _ inner: TableRoute, in outer: TableRoute, _ stepsLeft: inout Int
  ) -> Bool {
    outer.conditions.map { $0.query }.allSatisfy { wanted in
      let own = inner.conditions.map { $0.query }.filter { sameBytes($0.name, wanted.name) }
      guard let samples = ValueType.samples(of: own.map { $0.type } + [wanted.type], &stepsLeft)
      else { return false }
      return ([nil] + samples.map(Optional.some)).allSatisfy { value in
        fits(value, wanted) || !own.allSatisfy { fits(value, $0) }
      }
    }
  }

  /// Queries that some routes accept, chosen so that their rivals accept as few as possible.
  ///
  /// Types and lists of texts divide all values into classes, so only one value of each class and
  /// the absence of the item need to be tried.
  ///
  /// - Returns: Queries such that, for every query that the routes accept, one of these is accepted
  ///   by the same rivals or fewer; nil if there are more than `Limits.queryChoicesMax`, or if
  ///   expressions are too large to find them.
  static func all(
    for wanted: [TableRoute], against rivals: [TableRoute], _ stepsLeft: inout Int
  ) -> [[QueryItem]]? {
    var names: [String] = []
    for condition in (wanted + rivals).flatMap({ $0.conditions })
    where !names.contains(where: { sameBytes($0, condition.query.name) }) {
      names.append(condition.query.name)
    }
    var choices: [[QueryItem]] = [[]]
    for name in names {
      guard let values = values(of: name, for: wanted, against: rivals, &stepsLeft) else {
        return nil
      }
      choices = values.flatMap { value in
        choices.map { items in value.map { items + [QueryItem(name: name, value: $0)] } ?? items }
      }
      guard choices.count <= Limits.queryChoicesMax else { return nil }
    }
    return choices
  }

  /// The values that a minimal set of rivals accepts; nil is the absence of the item.
  private static func values(
    of name: String, for wanted: [TableRoute], against rivals: [TableRoute],
    _ stepsLeft: inout Int
  ) -> [String?]? {
    func conditions(_ routes: [TableRoute]) -> [QueryParameter] {
      routes.flatMap { $0.conditions }.map { $0.query }.filter { sameBytes($0.name, name) }
    }
    let own = conditions(wanted)
    var others: [QueryParameter] = []
    for other in conditions(rivals) where !others.contains(other) { others.append(other) }
    guard let samples = ValueType.samples(of: (own + others).map { $0.type }, &stepsLeft) else {
      return nil
    }
    var kept: [(value: String?, accepting: Set<Int>)] = []
    for value in [nil] + samples.map(Optional.some) where own.allSatisfy({ fits(value, $0) }) {
      let accepting = Set(others.indices.filter { fits(value, others[$0]) })
      guard !kept.contains(where: { $0.accepting.isSubset(of: accepting) }) else { continue }
      kept.removeAll { accepting.isSubset(of: $0.accepting) }
      kept.append((value, accepting))
    }
    return kept.map { $0.value }
  }

  private static func fits(_ value: String?, _ condition: QueryParameter) -> Bool {
    value.map(condition.type.fits) ?? condition.isOptional
  }
}

extension ValueType {
  /// One value of every class of texts that the types distinguish; nil if expressions are too large
  /// to find them.
  package static func samples(of types: [ValueType], _ stepsLeft: inout Int) -> [String]? {
    guard types.contains(where: { $0.isExpression }) else { return plainSamples(of: types) }
    var different: [ValueType] = []
    for type in types where type != .string && !different.contains(type) { different.append(type) }
    var search = ProductSearch(dividing: different.map { NFA($0.expression(inPath: false)) })
    return search.samples(statesMax: Limits.valueStatesMax, &stepsLeft)
  }

  /// The shortest text that fits all of some types; nil if there is none, or if expressions are too
  /// large to find it.
  package static func sample(fitting types: [ValueType], _ stepsLeft: inout Int) -> String? {
    guard types.contains(where: { $0.isExpression }) else {
      return plainSamples(of: types).first { text in types.allSatisfy { $0.fits(text) } }
    }
    var search = ProductSearch(fitting: types.map { NFA($0.expression(inPath: false)) })
    switch search.shortest(stepsLeft: &stepsLeft) {
    case .found(let symbols):
      let text = text(of: symbols.map { UInt8(truncatingIfNeeded: $0) })
      return types.allSatisfy { $0.fits(text) } ? text : nil
    case .none: return nil
    case .undecided:
      // The caller takes nil for a proof if steps are left.
      stepsLeft = min(stepsLeft, 0)
      return nil
    }
  }

  private var isExpression: Bool { if case .expression = self { true } else { false } }

  /// The same for types without expressions: the texts of their lists, and one of each kind that is
  /// in no list.
  private static func plainSamples(of types: [ValueType]) -> [String] {
    let texts = types.flatMap { if case .oneOf(let texts) = $0 { texts } else { [String]() } }
    // `int`, `uint`, `number`, `slug` and other types overlap; each kind fits a different set of
    // types.
    let kinds: [(Int) -> String] = [
      { "\($0)" }, { "-\($0 + 1)" }, { "\(9_223_372_036_854_775_808 + UInt64($0))" },
      { "1e\($0)" }, { "\($0).5" }, { $0 == 0 ? "a" : "a\($0)" }, { "~\($0)" },
      { "00000000-0000-0000-0000-" + zeroPadded($0, 12) }, { zeroPadded($0, 4) + "-01-01" },
    ]
    let known = Set(texts.map { TextBytes($0) })
    var samples = texts + ["true", "false"]
    for kind in kinds {
      // Among one more sample than there are texts, at least one differs from all texts.
      let other = (0...texts.count).lazy.map(kind).first { sample in
        !known.contains(TextBytes(sample))
      }
      if let other { samples.append(other) }
    }
    return samples.filter(isWellFormed)
  }

  fileprivate static func isWellFormed(_ text: String) -> Bool {
    var check = UTF8Check()
    return text.utf8.allSatisfy { check.take($0) == .fine }
  }
}
