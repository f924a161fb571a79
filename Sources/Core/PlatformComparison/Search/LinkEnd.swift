import Links
import Navigation

/// What the app does with a link, after all redirects.
enum LinkEnd: Hashable {
  case screen, browser
  /// A route refuses it; the source is named if that is why.
  case refused(source: String?)
  case nothing

  /// Follows a link from a source. A redirect to a value leads somewhere, since any link can be
  /// the value.
  init(of link: String, in definition: AppDefinition, from source: Identifier<Source>) {
    do throws(Refusal) {
      let found = try definition.resolve(link, from: source)
      self = definition[found.route].presentation == .outside ? .browser : .screen
    } catch {
      switch error {
      case .source: self = .refused(source: definition[source].name)
      case .forbidden: self = .refused(source: nil)
      default:
        let end = definition.end(ofLink: link).map { definition[$0].target }
        self = if case .value? = end { .screen } else { .nothing }
      }
    }
  }
}
