import Diagnostics
import JSONCodec
import Navigation

/// Texts for the entities of a definition; those without a `Paint` are not escaped.
extension AppDefinition {
  /// Returns a screen with its values: `MovieDetail(id=42)`.
  func text(of entry: ScreenEntry) -> String {
    let values = values(of: entry)
    let name = valueText(name(of: entry))
    guard !values.isEmpty else { return name }
    let list = values.map { "\($0.name)=\(valueText($0.value))" }
    return "\(name)(\(list.joined(separator: ", ")))"
  }

  /// Returns a stack as `expect stack` reads it: `Home > MovieDetail(id=42)`.
  func text(of stack: [ScreenEntry]) -> String {
    stack.map { text(of: $0) }.joined(separator: " > ")
  }

  /// The same for a terminal: escaped, with the name in colour.
  func text(of entry: ScreenEntry, _ paint: Paint) -> String {
    let name = valueText(name(of: entry))
    return paint(name, .screen) + paint(text(of: entry).utf8Suffix(from: name.utf8.count))
  }

  /// The same for a terminal.
  func text(of stack: [ScreenEntry], _ paint: Paint) -> String {
    stack.map { text(of: $0, paint) }.joined(separator: " > ")
  }

  func names(of gates: [Identifier<Gate>]) -> [String] { gates.map { self[$0].name } }
}

extension AppDefinition {
  /// `{"screen":"MovieDetail","values":{"id":"42"}}`
  func json(of entry: ScreenEntry) -> JSON {
    ["screen": .string(name(of: entry)), "values": valuesJSON(of: entry)]
  }

  /// Returns the values that are present, in the order of the route's parameters.
  func valuesJSON(of entry: ScreenEntry) -> JSON {
    .object(values(of: entry).map { .init($0.name, .string($0.value)) })
  }

  func json(of gates: [Identifier<Gate>]) -> JSON { .texts(names(of: gates)) }

  /// What only some routes have (docs/json.md): `"accounts":{"login":"account"}`, the parameter of
  /// each gate's account, `"guests":"login","else":"/home"`, `"from":["inside"],"else":"/review"`,
  /// `"consent":"/confirm"`, `null` for `none`, and `"intent":"Open an order"`.
  func conditionsJSON(of route: Route) -> [JSON.Member] {
    var members: [JSON.Member] = []
    if !route.accounts.isEmpty {
      let accounts = route.accounts.map { account in
        JSON.Member(self[account.gate].name, .string(route.parameters[account.parameter].name))
      }
      members.append(.init("accounts", .object(accounts)))
    }
    if let guests = route.guests {
      members.append(.init("guests", .string(self[guests.gate].name)))
      if route.admission == nil {
        members.append(.init("else", .optional(guests.otherwise?.text)))
      }
    }
    if let admission = route.admission {
      members.append(.init("from", .texts(names(of: admission.sources))))
      members.append(.init("else", .optional(admission.otherwise?.text)))
    }
    switch route.consent {
    case .ask(let template): members.append(.init("consent", .string(template.text)))
    case .never: members.append(.init("consent", .null))
    case nil: break
    }
    if let intent = route.intent { members.append(.init("intent", .string(intent))) }
    return members
  }
}

/// Returns a value as `MovieDetail(id=42)` shows it: quoted unless it is plain, so that `expect
/// stack` can read what `stack` prints.
func valueText(_ value: String) -> String {
  let isPlain = value.unicodeScalars.allSatisfy { scalar in
    scalar.value > 0x20 && !(0x7F..<0xA0).contains(scalar.value)
      && !"\"\\,()>".unicodeScalars.contains(scalar)
  }
  if isPlain, !value.isEmpty { return value }
  // A leading space makes `quoted` add quotation marks; it is removed afterwards.
  return "\"" + quoted(" " + value).utf8Suffix(from: 2)
}

extension String {
  func utf8Suffix(from count: Int) -> String {
    String(decoding: utf8.dropFirst(count), as: UTF8.self)
  }
}

/// Returns whether a text contains another, compared bytewise.
func holds(_ text: String, _ part: String) -> Bool {
  part.utf8.isEmpty || text.utf8.contains(part.utf8)
}

/// Returns whether a text starts with another, compared bytewise.
/// - Parameter ignoresCase: Whether ASCII letters are compared without case.
func begins(_ text: String, with start: String, ignoresCase: Bool = false) -> Bool {
  guard ignoresCase else { return text.utf8.starts(with: start.utf8) }
  return text.utf8.starts(with: start.utf8) { $0.folded == $1.folded }
}
