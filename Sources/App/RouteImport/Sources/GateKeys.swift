package import Diagnostics
import Navigation

/// The keys of a source's routes that become gates, and those that look as if they should.
///
///     meta.middleware=authenticated  the gate 'authenticated' of routes with this value
///     meta.requiresLogin             the gate 'login' of routes that have the key, and not false
///     !meta.public                   the gate 'login' of all other routes
///
/// Of a route and those around it, the innermost that has the key decides. A function counts
/// wherever it is, as guards do.
package struct GateKeys: Sendable {
  /// A key as an option names it.
  private struct Key: Sendable {
    let text: String
    let words: [String]
    let value: String?
    let isNegated: Bool
    /// Whether a route of the source has it.
    var isFound = false
    /// The routes with the gate, and the first one's place.
    var count = 0
    var position: SourcePosition?

    init(_ text: String) {
      self.text = text
      var bytes = Substring(text).utf8
      isNegated = bytes.first == UInt8(ascii: "!")
      if isNegated { bytes = bytes.dropFirst() }
      let name = bytes.prefix { $0 != UInt8(ascii: "=") }
      value =
        name.endIndex == bytes.endIndex
        ? nil : String(decoding: bytes[name.endIndex...].dropFirst(), as: UTF8.self)
      words = name.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
    }

    var name: String { words.joined(separator: ".") }

    var gate: String {
      isNegated ? "login" : gateName(ofGuard: value ?? words.last ?? "")
    }
  }

  /// A key that looks like a gate.
  private struct Candidate: Sendable {
    let name: String
    let isNegated: Bool
    let position: SourcePosition?
    var count = 0
    /// The texts that it has, in the order of the source, and how often.
    var values: [(text: String, count: Int)] = []
  }

  private var keys: [Key]
  private var excluded: [Key]
  private var candidates: [Candidate] = []
  private var candidateNumbers: [TextBytes: Int] = [:]

  /// - Parameters:
  ///   - gates: The values of `--gate`.
  ///   - excluded: Those of `--no-gate`.
  /// - Throws: If one names no key.
  package init(gates: [String] = [], excluded: [String] = []) throws(Diagnostic) {
    keys = gates.map(Key.init)
    self.excluded = excluded.map(Key.init)
    for key in keys + self.excluded where key.words.isEmpty || key.value?.isEmpty ?? false {
      throw .definition(
        "\(inQuotes(key.text)) names no key of a route",
        advice: "Write KEY, KEY=VALUE or !KEY, such as 'meta.requiresAuth'.")
    }
  }

  private init() { (keys, excluded) = ([], []) }

  package static let none = GateKeys()

  package var isEmpty: Bool { keys.isEmpty && excluded.isEmpty }

  /// Whether an option says what a key is, so that it is nothing else.
  /// - Parameter value: The value of the key that it is about; `nil` for any.
  mutating func decides(_ name: String, value: String? = nil) -> Bool {
    func isAbout(_ key: Key) -> Bool {
      sameBytes(key.name, name) && (key.value == nil || value == nil || sameBytes(key.value, value))
    }
    for index in excluded.indices where isAbout(excluded[index]) { excluded[index].isFound = true }
    return keys.contains(where: isAbout) || excluded.contains(where: isAbout)
  }

  /// What is left out of a key's value because no option is about it: `'key'`, or of a list with a
  /// gate its other guards, `'one', 'other' of 'key'`. `nil` if nothing is left out.
  /// - Parameter shown: The key for people, without the keys around it.
  mutating func leftOut(
    _ name: String, _ value: SourceJSON, named shown: String? = nil
  ) -> String? {
    let key = inQuotes(shown ?? name)
    guard let elements = value.elements, !elements.isEmpty else {
      return decides(name, value: value["$function"]?.text?.value) ? nil : key
    }
    let others = elements.map { $0.gateText ?? "" }.filter { !decides(name, value: $0) }
    guard others.count < elements.count else { return key }
    let names = others.map { $0.isEmpty ? "a function" : inQuotes($0) }
    return names.isEmpty ? nil : names.joined(separator: ", ") + " of \(key)"
  }

  /// The gates of a route.
  /// - Parameter records: The objects around it and its own, which is the last one.
  mutating func gates(of records: [SourceJSON]) -> [Located<String>] {
    var gates: [Located<String>] = []
    for index in keys.indices {
      let values = records.compactMap { $0.value(at: keys[index].words) }
      if !values.isEmpty { keys[index].isFound = true }
      let isSet =
        (values.last.map { $0.isSet(to: keys[index].value) } ?? false)
        || values.contains { $0.hasFunction && $0.isSet(to: keys[index].value) }
      guard isSet != keys[index].isNegated else { continue }
      let position = values.last?.position ?? records.last?.position
      keys[index].count += 1
      keys[index].position = keys[index].position ?? position
      let gate = Located(keys[index].gate, at: position)
      if !gates.contains(where: { sameBytes($0.value, gate.value) }) { gates.append(gate) }
    }
    return gates
  }

  /// Notes the keys of a route that look like gates.
  /// - Parameter ignoring: The keys that mean something else.
  mutating func look(at record: SourceJSON, ignoring: [String]) {
    for (key, value) in record.members ?? [] where !ignoring.contains(key.value) {
      look(at: value, named: [key.value], nil, at: key.position)
    }
  }

  /// - Parameter outer: What the key around it says.
  private mutating func look(
    at value: SourceJSON, named words: [String], _ outer: Meaning?, at position: SourcePosition?
  ) {
    guard let last = words.last, !last.hasBytePrefix("$") else { return }
    noteExclusion(of: words)
    let meaning =
      Meaning(of: last) ?? outer ?? value.functionNames.lazy.compactMap(Meaning.init).first
    if let members = value.members, !value.hasFunction {
      for (key, inner) in words.count < depthMax ? members : [] {
        look(at: inner, named: words + [key.value], meaning, at: key.position)
      }
    } else if let meaning, value.isSet(to: nil) {
      let texts = (value.elements ?? [value]).filter { $0.bool == nil }.compactMap(\.gateText)
      note(words.joined(separator: "."), meaning, texts, at: position)
    }
  }

  private mutating func noteExclusion(of words: [String]) {
    for index in excluded.indices
    where excluded[index].words.elementsEqual(words, by: sameBytes) {
      excluded[index].isFound = true
    }
  }

  /// Notes the components that look like guards: those around another, and those of layouts.
  mutating func lookForGuards(in record: SourceJSON, _ key: String) {
    guard let value = record[key] else { return }
    noteExclusion(of: [key])
    let guards = value.guardNames
    if !guards.isEmpty { note(key, .closed, guards, at: value.position) }
  }

  private mutating func note(
    _ name: String, _ meaning: Meaning, _ texts: [String], at position: SourcePosition?
  ) {
    let number = candidateNumbers[TextBytes(name)] ?? candidates.count
    if number == candidates.count {
      candidateNumbers[TextBytes(name)] = number
      candidates.append(
        Candidate(name: name, isNegated: meaning == .open, position: position))
    }
    candidates[number].count += 1
    guard meaning == .closed else { return }
    for text in texts where !name.hasByteSuffix(text) {
      if let index = candidates[number].values.firstIndex(where: { sameBytes($0.text, text) }) {
        candidates[number].values[index].count += 1
      } else if candidates[number].values.count < valuesMax {
        candidates[number].values.append((text, 1))
      }
    }
  }

  /// What became of the keys, and which look like gates.
  /// - Parameter known: A key that the source itself says is a gate.
  /// - Throws: If no route has a key that an option names, or its value.
  func remarks(known: String? = nil) throws(Diagnostic) -> [ImportRemark] {
    if let missing = (keys + excluded).first(where: { !$0.isFound }) {
      throw .definition(
        "no route has the key \(inQuotes(missing.name))",
        advice: nearest(to: missing.name, in: candidates.map { $0.name })
          .map { "Did you mean \(inQuotes($0))?" } ?? "Correct the option, or leave it out.")
    }
    if let unset = keys.first(where: { $0.count == 0 }) {
      let values = candidates.first { sameBytes($0.name, unset.name) }?.values.map(\.text) ?? []
      throw .definition(
        "no route gets a gate by the key \(inQuotes(unset.text))",
        advice: unset.value.flatMap { nearest(to: $0, in: values) }
          .map { "Did you mean the value \(inQuotes($0))?" }
          ?? "Correct the option, or leave it out.")
    }
    let made = keys.map { key in
      ImportRemark(
        .changed, "the key \(inQuotes(key.text))",
        "it becomes the gate '\(shortened(key.gate))' of \(count(key.count))", at: key.position)
    }
    return made
      + candidates.filter { !isNamed($0.name) && !sameBytes($0.name, known) }.map(proposal)
  }

  private func isNamed(_ name: String) -> Bool {
    (keys + excluded).contains { sameBytes($0.name, name) }
  }

  private func proposal(_ candidate: Candidate) -> ImportRemark {
    let values = candidate.values.map { "\(inQuotes($0.text)) of \($0.count)" }
    let likely = candidate.values.filter { Meaning(of: $0.text) == .closed }
    let most = (likely.isEmpty ? candidate.values : likely).max { $0.count < $1.count }
    let key =
      (candidate.isNegated ? "!" : "") + candidate.name + (most.map { "=" + $0.text } ?? "")
    let have = candidate.count == 1 ? "has" : "have"
    return ImportRemark(
      .dropped, "the key \(inQuotes(candidate.name))",
      "it looks like a gate, and \(count(candidate.count)) \(have) it"
        + (values.isEmpty ? "" : ": " + values.joined(separator: ", ")),
      "Make it one with --gate \(shellWord(key)), or leave it out with "
        + "--no-gate \(shellWord(candidate.name)).", at: candidate.position)
  }

  private func count(_ count: Int) -> String { "\(count) \(count == 1 ? "route" : "routes")" }
}

/// What a key says of a route, by its words.
private enum Meaning {
  case closed, open

  init?(of name: String) {
    let word = name.lowercased()
    func hasAny(_ parts: [String]) -> Bool { parts.contains { word.utf8.contains($0.utf8) } }
    if hasAny(["anonymous"]) || ["public", "ispublic"].contains(word) {
      self = .open
    } else if isLoginName(name)
      || hasAny([
        "guard", "private", "protected", "require", "middleware", "role", "permission",
        "beforeenter", "beforeload",
      ])
    {
      self = .closed
    } else {
      return nil
    }
  }
}

/// Whether a gate or key is called after a login, such as `isSignedIn` or `authenticated`.
func isLoginName(_ name: String) -> Bool {
  let word = name.lowercased()
  func hasAny(_ parts: [String]) -> Bool { parts.contains { word.utf8.contains($0.utf8) } }
  return ["user", "session"].contains(word)
    || hasAny(["login", "log-in", "loggedin", "signin", "sign-in", "signedin", "authori"])
    || hasAny(["auth"]) && !hasAny(["author"])
}

/// Whether a component shows others only to those who are logged in, by its name, such as
/// `RequireAuth` or `ProtectedRoute`.
private func isGuardName(_ name: String) -> Bool {
  let word = name.lowercased()
  func hasAny(_ parts: [String]) -> Bool { parts.contains { word.utf8.contains($0.utf8) } }
  return hasAny(["require", "protected", "private", "guard", "authenticated", "authroute"])
    && !hasAny(["guest", "public", "unauth", "anonymous"])
}

/// The name of a gate for a guard or key: `authGuard`, `RequireAuth` and `needsAuth` are `auth`,
/// and `RequireRole role=admin`, a component with what it is given, is `roleAdmin`.
func gateName(ofGuard text: String) -> String {
  let words = text.split(separator: " ").map(String.init)
  if words.count > 1, isGuardName(words[0]) {
    let values = words.dropFirst().map { prop in
      screenName(ofWords: String(prop.split(separator: "=", maxSplits: 1).last ?? ""))
    }
    return gateName(ofGuard: words[0]) + values.joined()
  }
  let start = ["requires", "require", "needs"].first { text.lowercased().hasBytePrefix($0) }
  let rest = text.dropping(
    first: start?.utf8.count ?? 0, last: text.hasByteSuffix("Guard") ? "Guard".utf8.count : 0)
  let word = rest.isEmpty ? text : rest
  return word.prefix(1).lowercased() + word.dropFirst()
}

private let depthMax = 4
private let valuesMax = 8

extension SourceJSON {
  /// The value within nested objects.
  fileprivate func value(at words: [String]) -> SourceJSON? {
    var value = self
    for word in words {
      guard let inner = value[word] else { return nil }
      value = inner
    }
    return value
  }

  /// A text, number or truth value as text, or the name of a function or component.
  // Not inlined: the optimizer of Swift 6.3 then crashes in `isSet`.
  @inline(never)
  fileprivate var gateText: String? {
    functionName ?? plain ?? bool.map { "\($0)" }
  }

  private var functionName: String? {
    let name = self["$function"]?.text?.value ?? self["$component"]?.text?.value
    return name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The elements of a list, or the value alone; a component comes after those around it.
  private var items: [SourceJSON] { elements ?? (self["$wrappers"]?.elements ?? []) + [self] }

  /// The names of the functions that it is.
  fileprivate var functionNames: [String] { items.compactMap(\.functionName) }

  /// The components that look like guards, each with what it is given.
  fileprivate var guardNames: [String] {
    items.compactMap { item in
      item.functionName.flatMap { isGuardName($0) ? item.withProps ?? $0 : nil }
    }
  }

  /// A component with what it is given, such as `RequireRole role=admin`; `nil` if that is nothing.
  private var withProps: String? {
    guard let name = functionName, let props = self["$props"]?.text?.value else { return nil }
    return "\(name) \(props)"
  }

  fileprivate var hasFunction: Bool {
    items.contains { $0["$function"] != nil || $0["$component"] != nil }
  }

  /// Whether it is a value, or has it in its list; without one, whether it is neither false nor
  /// empty.
  fileprivate func isSet(to value: String?) -> Bool {
    guard let value else { return isSet }
    return items.contains { sameBytes($0.gateText, value) || sameBytes($0.withProps, value) }
  }

  private var isSet: Bool {
    if let elements { return !elements.isEmpty }
    guard !isNull, bool != false else { return false }
    guard let plain else { return true }
    return !plain.isEmpty && !sameBytes(plain, "0")
  }
}
