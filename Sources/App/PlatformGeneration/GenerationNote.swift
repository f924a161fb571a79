package import Diagnostics
import Navigation

/// A difference between a generated file and the router that the file's format makes unavoidable.
package struct GenerationNote: Hashable, Sendable {
  /// Whether the file claims more or less than the router.
  package enum Difference: String, Hashable, Sendable {
    /// The file claims links that open nothing in the app.
    case claimsMore
    /// The file leaves links in the browser that the app would open.
    case claimsLess
  }

  /// Whether the file claims more or less than the router.
  package let difference: Difference
  /// The index of the route in `AppDefinition.routes`.
  package let route: Int
  /// The pattern of the route.
  package let pattern: String
  package let position: SourcePosition?
  /// The links that differ: a clause after "links in which", or one that begins with "that".
  package let gap: String

  init(_ difference: Difference, _ route: Int, of definition: AppDefinition, _ gap: String) {
    self.difference = difference
    self.route = route
    pattern = definition.routes[route].pattern
    position = definition.routes[route].position
    self.gap = gap
  }

  /// The note as one line.
  package var text: String {
    let verb = difference == .claimsMore ? "also claims" : "does not claim"
    let link = gap.utf8.starts(with: "that ".utf8) ? "links" : "links in which"
    return "\(pattern): the file \(verb) \(link) \(gap)"
  }
}

package struct GeneratedFile: Sendable {
  /// The text, which ends with a line feed.
  package let text: String
  /// What the format cannot express, in the order of the routes.
  package let notes: [GenerationNote]

  init(_ text: String, notes: some Sequence<GenerationNote>) {
    self.text = text
    var seen: Set<GenerationNote> = []
    self.notes = notes.filter { seen.insert($0).inserted }.sorted {
      ($0.route, $0.difference.rawValue, $0.gap) < ($1.route, $1.difference.rawValue, $1.gap)
    }
  }
}
