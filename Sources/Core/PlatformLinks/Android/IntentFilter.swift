package import Diagnostics

/// An intent filter: which links an activity takes.
///
/// All `<data>` elements of a filter are pooled: any scheme combines with any host and any path.
package struct IntentFilter: Sendable, Hashable {
  /// Names of actions, such as `android.intent.action.VIEW`.
  package var actions: [LocatedText] = []
  /// Names of categories.
  package var categories: [LocatedText] = []
  /// Whether Android verifies that the app owns the hosts.
  package var isAutoVerified = false
  /// The schemes, compared with their case. Without any, the filter takes no link.
  package var schemes: [DataText] = []
  /// Texts that are compared with everything after the scheme; if one matches, hosts and paths do
  /// not count.
  package var schemeSpecificParts: [DataText] = []
  /// The hosts. Without any, all links with one of the schemes match.
  package var authorities: [DataAuthority] = []
  /// The paths. Without any, and without groups, any path matches.
  package var paths: [DataText] = []
  /// The groups of path, query and fragment; alternatives to `paths`.
  package var groups: [RelativeFilterGroup] = []
  /// MIME types. With one, the filter takes no link, since links have no type.
  package var mimeTypes: [LocatedText] = []
  /// Its element.
  package var position: SourcePosition

  /// A filter without rules.
  package init(at position: SourcePosition) {
    self.position = position
  }
}

package struct LocatedText: Sendable, Hashable {
  /// The text, in UTF-8.
  package var text: [UInt8]
  /// Its attribute.
  package var position: SourcePosition

  package init(_ text: [UInt8], at position: SourcePosition) {
    self.text = text
    self.position = position
  }
}

/// A scheme, path, query or fragment of a filter.
package struct DataText: Sendable, Hashable {
  package var matcher: AndroidTextMatcher
  /// Its attribute.
  package var position: SourcePosition
  /// The number of its `<data>` element in the filter; `nil` if it does not matter.
  package var element: Int?

  package init(_ matcher: AndroidTextMatcher, at position: SourcePosition, element: Int? = nil) {
    self.matcher = matcher
    self.position = position
    self.element = element
  }
}

/// A host of a filter, and the port of the same `<data>` element.
package struct DataAuthority: Sendable, Hashable {
  package var host: AndroidTextMatcher
  /// The port; `nil` for any.
  package var port: Int?
  /// The attribute of the host.
  package var position: SourcePosition
  /// The number of its `<data>` element in the filter; `nil` if it does not matter.
  package var element: Int?

  package init(
    _ host: AndroidTextMatcher, port: Int? = nil, at position: SourcePosition, element: Int? = nil
  ) {
    self.host = host
    self.port = port
    self.position = position
    self.element = element
  }
}

/// A `uri-relative-filter-group` (API level 35): matches if all its matchers do.
package struct RelativeFilterGroup: Sendable, Hashable {
  /// A part of a URL that a matcher looks at.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case path, query, fragment
  }

  package struct Matcher: Sendable, Hashable {
    /// The part that it looks at; of a query, at each of its items.
    package var part: Part
    package var data: DataText

    package init(_ part: Part, _ data: DataText) {
      self.part = part
      self.data = data
    }
  }

  /// Whether the group allows the links that it matches, or refuses them.
  package var allows: Bool
  /// The matchers, in file order; not empty.
  package var matchers: [Matcher]
  /// Its element.
  package var position: SourcePosition

  package init(allows: Bool, _ matchers: [Matcher], at position: SourcePosition) {
    self.allows = allows
    self.matchers = matchers
    self.position = position
  }
}
