/// What a link for the app's router tests. The order is that in which the links of a route are
/// made: the first of every kind, then the second, and so on.
package enum ProbeRule: String, CaseIterable, Sendable {
  case plain, redirected, shared, value, misfit, item, missingItem, repeatedItem, unknownItem
  case segmentMore, segmentAhead, segmentLess, longerStart, longerEnd, typo, otherCase
  case trailingSlash, emptySegment, encodedLetter, encodedValue, encodedSlash, otherHost, otherBase
  case inside

  /// Whether such a link is the simplest of its route.
  var isOwn: Bool { self == .plain || self == .redirected }

  /// What a link of this kind is: `a link with a slash at its end`.
  package var clause: String {
    switch self {
    case .plain: "a link of a route"
    case .redirected: "a link that is redirected"
    case .shared: "a link that several routes match"
    case .value: "a value at an edge of its type"
    case .misfit: "a value that does not fit its type"
    case .item: "a query item with a value"
    case .missingItem: "a link without a query item that its route requires"
    case .repeatedItem: "a query item that is repeated, of which the first counts"
    case .unknownItem: "a query item that no route declares"
    case .segmentMore: "a segment more at the end"
    case .segmentAhead: "a segment more at the start"
    case .segmentLess: "a segment less"
    case .longerStart: "a segment that ends in a literal of the route"
    case .longerEnd: "a segment that begins with a literal of the route"
    case .typo: "a literal without one of its letters"
    case .otherCase: "a literal in another case"
    case .trailingSlash: "a slash at the end"
    case .emptySegment: "an empty segment"
    case .encodedLetter: "a literal with an encoded letter"
    case .encodedValue: "a value with encoded characters"
    case .encodedSlash: "an encoded slash"
    case .otherHost: "another host or scheme"
    case .otherBase: "another base of the route"
    case .inside: "a link of a route that opens only from inside"
    }
  }
}
