import Links

/// A way that links take through a table: the route that they match, where its redirect leads, and
/// so on up to a route without one, or to nothing. What it says of a link is a conjunction, which a
/// search over paths can take together with that of another table.
struct Course {
  /// What takes links away from a course.
  struct Rival {
    let automaton: PathAutomaton
    /// Whose conditions the link's query must fulfil; nil where it does.
    let route: TableRoute?
  }

  /// The route that is matched first; nil if none is.
  let first: Int?
  /// The route that is matched last; nil if nothing is opened.
  let end: Int?
  /// What accepts the link's path.
  let wanted: [PathAutomaton]
  /// What does not accept it.
  let rivals: [Rival]
  /// Routes whose conditions the link's query fulfils.
  let routes: [TableRoute]
}

/// What is known of links when they are looked up: at first they stand as they are; behind
/// redirects they stand for what those have made of them.
final class CourseLevel {
  /// Redirects that have been gone through, the first one first.
  let sources: [RedirectSource]
  /// Under which bases the link is looked up, the first to be tried first.
  let entrances: [LinkSite.Entrance]
  /// The query, if redirects have replaced the link's own.
  let items: [QueryItem]?
  /// The route that was matched first; nil if none was yet.
  let first: Int?
  let rivals: [Course.Rival]
  let routes: [TableRoute]
  /// The route that a link opens which none of the entrances takes.
  let otherwise: Int?

  private struct Key: Hashable {
    let variant: Int
    let entrance: LinkSite.Entrance
  }

  private var known: [Key: PathAutomaton?] = [:]

  /// Where links begin.
  init(entrances: [LinkSite.Entrance], otherwise: Int?) {
    sources = []
    self.entrances = entrances
    items = nil
    first = nil
    rivals = []
    routes = []
    self.otherwise = otherwise
  }

  /// Behind a redirect.
  ///
  /// - Parameters:
  ///   - course: What is known of links that the redirect takes.
  ///   - items: The query that it gives them, if not their own.
  init(
    behind source: RedirectSource, of level: CourseLevel, _ course: Course, base: Int?,
    items: [QueryItem]?
  ) {
    sources = level.sources + [source]
    entrances = [LinkSite.Entrance(base: base, prefix: [])]
    self.items = items
    first = course.first
    rivals = course.rivals
    routes = course.routes
    otherwise = nil
  }

  /// The links whose last target a variant accepts.
  /// - Parameter isDecided: Made false if that takes too large an automaton.
  /// - Returns: Nil if there are none.
  func automaton(
    of variant: Int, at entrance: LinkSite.Entrance, in survey: RouteSurvey,
    _ isDecided: inout Bool
  ) -> PathAutomaton? {
    let key = Key(variant: variant, entrance: entrance)
    if let found = known[key] { return found }
    var automaton: PathAutomaton?
    if entrance.prefix.isEmpty {
      automaton = .own(survey.automaton(variant))
    } else {
      let whole = Expression.sequence([
        entrance.expression, survey.table.variants[variant].expression,
      ])
      automaton = .own(Closures(Program(whole)))
    }
    for source in sources.reversed() {
      guard let target = automaton else { break }
      guard let found = SourceAutomaton(of: source, into: target) else {
        isDecided = false
        return nil
      }
      automaton = found.isEmpty ? nil : .source(found)
    }
    known[key] = .some(automaton)
    return automaton
  }
}
