import Diagnostics
import Languages
import Links
import Navigation
import PlatformFiles
import PlatformLinks

/// Apple's `apple-app-site-association`: a route for each rule of an app.
enum AppleAssociationImport {
  /// Reads a file.
  /// - Throws: `format` if it is no association file.
  static func table(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ImportedTable {
    let (association, faults) = AppleAssociation.parse(bytes, file: file)
    guard let association, let app = association.apps.first else {
      throw .format(
        faults.first { $0.severity == .error }?.message ?? "no app is named",
        advice: "Use a website's apple-app-site-association.",
        at: faults.first?.position ?? SourcePosition(file: file, line: 1, column: 1))
    }
    var table = ImportedTable()
    table.remarks = faults.map { fault in
      ImportRemark(.dropped, "a part of the file", fault.message, fault.advice, at: fault.position)
    }
    table.remark(
      .changed, "the file", "it does not name its host", "Add 'links: [https://HOST]'.", at: nil)
    let groups = association.appsByRules
    if groups.count > 1 {
      let name = String(decoding: app, as: UTF8.self)
      table.remark(
        .dropped, "every other app of the file", "its rules differ from those of '\(name)'",
        at: nil)
    }
    let rules = association.details.filter { $0.apps.contains(app) }.flatMap(\.rules)
    let paths = rules.flatMap { $0.path?.glob.elements ?? [] }
    // A route file ignores the case of all its paths, or of none.
    let ignoresCase = paths.contains { foldedLetter($0) != nil } && !paths.contains(where: isExact)
    table.isCaseSensitive = !ignoresCase
    var order = RuleOrder(isCaseSensitive: !ignoresCase)
    for (index, rule) in rules.enumerated() {
      let isExcluded = rule.isExcluded
      var route = Self.route(rule, ignoresCase: ignoresCase)
      route.order = SourceOrder(rank: index, outcome: isExcluded ? "excluded" : "included")
      if let pattern = Self.pattern(rule.path?.glob, ignoresCase: ignoresCase)?.pattern {
        if route.draft != nil, order.isLate(pattern, isExcluded: isExcluded) {
          let verb = isExcluded ? "include" : "exclude"
          route.drop("the rules ahead of it \(verb) all its links, so it never decides")
        }
        if rule.query == nil, rule.fragment == nil { order.add(pattern, isExcluded: isExcluded) }
      }
      table.routes.append(route)
    }
    return table
  }

  private static func route(
    _ rule: ComponentRule, ignoresCase: Bool
  ) -> ImportedRoute {
    let source = Located(rule.path?.description ?? "/*", at: rule.position)
    guard let builder = pattern(rule.path?.glob, ignoresCase: ignoresCase) else {
      return ImportedRoute(source, dropped: "it matches no link")
    }
    if let fragment = rule.fragment, fragment.glob.elements != [.run] {
      return ImportedRoute(source, dropped: "it compares the fragment of a link")
    }
    var draft = RouteDraft(path: Located(builder.pattern, at: rule.position))
    switch rule.query {
    case .text(let pattern)? where pattern.glob.elements != [.run]:
      return ImportedRoute(source, dropped: "it compares the whole query")
    case .items(let items)?:
      for item in items {
        guard let (type, isOptional) = type(of: item.value.glob) else {
          return ImportedRoute(source, dropped: "it matches no link")
        }
        let name = String(decoding: item.name, as: UTF8.self)
        draft.query.append((Located(name, at: rule.position), type, isOptional))
      }
    case .text?, nil: break
    }
    if rule.isExcluded {
      draft.presentation = .outside
    } else {
      draft.screen = Located(screenName(ofPattern: source.value), at: rule.position)
    }
    return ImportedRoute(source, draft)
  }

  /// The pattern of a path; `nil` if it matches nothing.
  private static func pattern(_ glob: Glob?, ignoresCase: Bool) -> PatternBuilder? {
    var builder = PatternBuilder()
    builder.appendSlash()
    guard let glob, glob.elements != [.run] else {
      builder.appendRest()
      return builder
    }
    var literal: [UInt8] = []
    func flush() {
      builder.append(literal: String(decoding: literal, as: UTF8.self))
      literal = []
    }
    for element in glob.elements {
      if case .byte(let byte) = element {
        literal.append(byte)
      } else if ignoresCase, let letter = foldedLetter(element) {
        literal.append(letter)
      } else if case .oneOf(let texts) = element, texts == Glob.optionalRest {
        flush()
        builder.appendRest()
      } else {
        flush()
        guard let expression = expression(element) else { return nil }
        builder.append(expression: expression)
      }
    }
    flush()
    return builder
  }

  /// The type of a query item, and whether it can be absent; `nil` if it matches nothing.
  private static func type(of glob: Glob) -> (ValueType, isOptional: Bool)? {
    if glob.elements == [.run] { return (.string, true) }
    let literal = glob.elements.compactMap { element in
      if case .byte(let byte) = element { byte } else { nil }
    }
    if literal.count == glob.elements.count, !literal.isEmpty {
      return (.oneOf([String(decoding: literal, as: UTF8.self)]), false)
    }
    let parts = glob.elements.map { expression($0) }
    guard !parts.contains(nil) else { return nil }
    return valueType("(" + parts.compactMap { $0 }.joined() + ")").map { ($0.type, false) }
  }

  /// An expression for a part of a pattern; `nil` if it matches nothing.
  private static func expression(_ element: Glob.Element) -> String? {
    switch element {
    case .byte(let byte): return escapedForExpression([byte])
    case .any: return "."
    case .run: return ".*"
    case .bytes(let set):
      return "[" + set.bytes.map { escapedForExpression([$0]) }.joined() + "]"
    case .oneOf(let texts):
      let options = texts.map { text in text.map { expression($0) } }
      guard !options.isEmpty, !options.contains(where: { $0.contains(nil) }) else { return nil }
      return "(?:" + options.map { $0.compactMap { $0 }.joined() }.joined(separator: "|") + ")"
    }
  }
}

/// The small letter, if a part of a pattern is a letter in either case.
private func foldedLetter(_ element: Glob.Element) -> UInt8? {
  guard case .bytes(let set) = element, set.bytes.count == 2,
    let letter = set.bytes.first?.folded,
    set.bytes.allSatisfy({ $0.folded == letter })
  else { return nil }
  return letter
}

/// Whether a part of a pattern has a letter that matches in one case only.
private func isExact(_ element: Glob.Element) -> Bool {
  switch element {
  case .byte(let byte): return byte.isLetter
  case .bytes(let set):
    return set.bytes.contains { $0.isLetter && !set.contains($0 ^ 0x20) }
  case .oneOf(let texts): return texts.contains { $0.contains(where: isExact) }
  case .any, .run: return false
  }
}

/// A text that means itself in an expression.
func escapedForExpression(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
    #"\^$.|?*+()[]{}-/&"#.unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
  }.joined()
}
