package import Diagnostics
package import PlatformLinks

/// An edit of a platform's file or a route file that may remove a finding. Whether it does, and
/// what else it changes, is for the caller to check.
package struct Repair: Hashable {
  package enum Change: Hashable {
    /// Removes the component.
    case remove
    /// Moves the component ahead of another.
    case move(aheadOf: SourcePosition)
    /// Adds a component that excludes a path, ahead of the component.
    case exclude(path: String)
    /// Adds a component that claims a path, after the component.
    case claim(path: String)
    /// Requires the query items of the component, by `?*` for `*`.
    case requireItems
    /// Requires a segment at the end of the component's path, by `/?*` for `/*`.
    case requireSegment
    /// Adds actions and categories to the filter.
    case declare([AndroidName])
    /// Lets Android verify the filter.
    case verify
    /// Writes another text, and if named another attribute.
    case write(text: String, attribute: String?)
    /// Writes a path and a prefix with a slash for the prefix.
    case splitPrefix(text: String)
    /// Adds a base after the last one of a list in a route file.
    case addBase(text: String)
    /// Removes a code that a route allows.
    case disallow
  }

  /// The place of what is edited: a component, a filter, an attribute, a base, or a code.
  package let position: SourcePosition
  /// The edits to try, the smallest first.
  package let changes: [Change]

  package init(at position: SourcePosition, _ changes: [Change]) {
    self.position = position
    self.changes = changes
  }
}

/// A link with what the routes and the files say about it.
package struct ProvedLink {
  package let link: [UInt8]
  /// Whether the app shows something for it.
  package let isRouted: Bool
  /// Whether the files of each platform claim it.
  package let isClaimed: [Platform: Bool]
}

extension Trap {
  /// The edit of an attribute with a text; `nil` if what to write depends on more.
  func change(of text: String) -> Repair.Change? {
    switch self {
    case .dotTakesSlash:
      Self.advancedPattern(for: text).map { .write(text: $0, attribute: "pathAdvancedPattern") }
    case .plainCharacter: .write(text: inXML(text), attribute: "pathAdvancedPattern")
    case .prefixIsText: .splitPrefix(text: text)
    case .starTakesSlash: .exclude(path: Self.longer(than: text))
    case .schemeSpecificPart: .write(text: "//" + inXML(text), attribute: nil)
    case .notBrowsable: .declare([.browsable])
    case .emptyQueryItem: .requireItems
    case .optionalRest: .requireSegment
    case .decidedBefore, .firstOccurrence, .queryInPath: nil
    }
  }
}
