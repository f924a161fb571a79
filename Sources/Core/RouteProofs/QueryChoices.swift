import Links

/// Queries that a route takes, chosen such that its rivals take as few of them as they can.
///
/// Types and lists of texts cut all values into classes; one value of each class, and the absence
/// of the item, are all that need be tried.
enum QueryChoices {
  /// - Returns: Enough queries that a link of the route which some rivals do not take, for their
  ///   query or their path, is found under one of these; nil if there are more than
  ///   `Limits.queryChoicesMax`.
  static func all(for wanted: [TableRoute], against rivals: [TableRoute]) -> [[QueryItem]]? {
    var names: [String] = []
    for condition in (wanted + rivals).flatMap(\.conditions)
    where !names.contains(where: { sameBytes($0, condition.query.name) }) {
      names.append(condition.query.name)
    }
    var choices: [[QueryItem]] = [[]]
    for name in names {
      let values = values(of: name, for: wanted, against: rivals)
      choices = values.flatMap { value in
        choices.map { items in value.map { items + [QueryItem(name: name, value: $0)] } ?? items }
      }
      guard choices.count <= Limits.queryChoicesMax else { return nil }
    }
    return choices
  }

  /// The values that leave a set of rivals which no other value leaves smaller; nil is absence.
  private static func values(
    of name: String, for wanted: [TableRoute], against rivals: [TableRoute]
  ) -> [String?] {
    func conditions(_ routes: [TableRoute]) -> [QueryParameter] {
      routes.flatMap(\.conditions).map(\.query).filter { sameBytes($0.name, name) }
    }
    let own = conditions(wanted)
    var others: [QueryParameter] = []
    for other in conditions(rivals) where !others.contains(other) { others.append(other) }
    let texts = (own + others).flatMap { condition -> [String] in
      if case .oneOf(let texts) = condition.type { texts } else { [] }
    }
    let candidates = [nil] + ValueType.samples(beside: texts).map(Optional.some)
    var kept: [(value: String?, taken: Set<Int>)] = []
    for value in candidates where own.allSatisfy({ fits(value, $0) }) {
      let taken = Set(others.indices.filter { fits(value, others[$0]) })
      guard !kept.contains(where: { $0.taken.isSubset(of: taken) }) else { continue }
      kept.removeAll { taken.isSubset(of: $0.taken) }
      kept.append((value, taken))
    }
    return kept.map(\.value)
  }

  private static func fits(_ value: String?, _ condition: QueryParameter) -> Bool {
    value.map(condition.type.fits) ?? condition.isOptional
  }
}

extension ValueType {
  /// A value of every class into which the types and the texts cut all texts: the texts themselves,
  /// and one of each kind that is none of them.
  static func samples(beside texts: [String]) -> [String] {
    // `int`, `uint`, `number`, `slug` and the like overlap; each row is of another set of types.
    let kinds: [(Int) -> String] = [
      { "\($0)" }, { "-\($0 + 1)" }, { "\(9_223_372_036_854_775_808 + UInt64($0))" },
      { "1e\($0)" }, { "\($0).5" }, { $0 == 0 ? "a" : "a\($0)" }, { "~\($0)" },
      { "00000000-0000-0000-0000-" + digits($0, count: 12) }, { digits($0, count: 4) + "-01-01" },
    ]
    var samples = texts + ["true", "false"]
    for kind in kinds {
      // One of so many differs from all texts.
      let other = (0...texts.count).lazy.map(kind).first { sample in
        !texts.contains { sameBytes($0, sample) }
      }
      if let other { samples.append(other) }
    }
    return samples.filter(isFine)
  }

  private static func digits(_ number: Int, count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
