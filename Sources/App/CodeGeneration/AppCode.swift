package import Navigation

/// The routes of an app as code that builds their links.
package struct AppCode: Sendable {
  package enum Language: String, CaseIterable, Sendable {
    case swift, kotlin, typescript
  }

  /// The text of the file, which ends with a line feed.
  package let text: String
  /// What the code cannot express: one line per gap, in the order of the routes.
  package let notes: [String]

  /// Writes the routes of a definition that open a screen.
  /// - Parameters:
  ///   - plugins: What the definition was built from; in Swift the code declares it, too.
  ///   - package: The package of the file, for Kotlin.
  ///   - hasIntents: Whether the code has an App Intent for each route that has an `intent`; in
  ///     Swift only.
  package init(
    _ language: Language, of definition: AppDefinition, declaredBy plugins: [PluginDraft],
    package: String? = nil, hasIntents: Bool = false
  ) {
    let routes = definition.routeIDs.compactMap { CodeRoute($0, of: definition) }
    let bases = definition.table.bases.enumerated().compactMap { CodeBase($1, at: $0) }
    switch language {
    case .swift:
      let code = SwiftCode(routes, bases, of: definition, declaredBy: plugins)
      text = code.text + (hasIntents ? SwiftIntents(code, of: definition).text : "")
    case .kotlin: text = KotlinCode(routes, bases, package: package).text
    case .typescript: text = TypeScriptCode(routes, bases).text
    }
    let lost = hasIntents ? SwiftIntents.lost(among: routes, bases, of: definition) : []
    notes =
      lost
      + routes.flatMap { route in
        definition.routes[route.index].parameters.compactMap { parameter in
          guard case .part(let part) = parameter.place else { return nil }
          return "\(route.pattern): the code has no value for the \(part.rawValue) of a link"
        }
      }
  }
}

struct CodeLines {
  private(set) var text = ""

  mutating func add(_ lines: String...) {
    for line in lines { text += line + "\n" }
  }
}

/// The first line of a file.
func codeHeader(_ language: AppCode.Language) -> String {
  "// Written by 'signalbox generate \(language.rawValue)': change the route files, not this file."
}

/// A text as a literal in quotation marks.
/// - Parameters:
///   - escaped: The scalars to escape with a backslash.
///   - unprintable: How the language writes a scalar that an editor does not show.
func quoted(
  _ text: String, escaped: Set<Unicode.Scalar>, _ unprintable: (Unicode.Scalar) -> String
) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if isUnprintable(scalar) {
      result += unprintable(scalar)
    } else {
      if escaped.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
