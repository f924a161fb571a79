import Links

/// A piece of a text that becomes a link when values are put in: a tap's or a redirect's target.
package enum TargetPiece: Hashable {
  /// As it stands in the link, percent-encoded where needed.
  case text(String)
  /// The value of this parameter of the route that the target belongs to.
  case value(Int)
}

extension RouteSurvey {
  /// What becomes of a target, whatever the values.
  package enum TargetFate {
    /// Some values make it a link that a route accepts, as far as paths can tell.
    case mayOpen
    /// Proven: no values do.
    case opensNothing
    /// That is not decided: a target with a base of its own, or too many steps.
    case undecided
  }

  /// Whether any values of a route's parameters make a target a link that some route accepts.
  ///
  /// - Parameters:
  ///   - route: The route whose values are put in.
  ///   - keepsQuery: Whether the items of the route's own link are passed on.
  package func fate(
    of target: [TargetPiece], from route: Int, keepsQuery: Bool
  ) -> TargetFate {
    guard let image = TargetImage(target, parameters: table.routes[route], keepsQuery: keepsQuery)
    else { return .undecided }
    let automaton = Closures(Program(image.path))
    var isTried: Set<Expression> = []
    for variant in table.variants {
      guard image.mayFulfil(table.routes[variant.route].conditions),
        isTried.insert(variant.expression).inserted
      else { continue }
      let other = Closures(Program(variant.expression))
      if overlap(automaton, other) != nil { return .mayOpen }
      guard stepsLeft > 0 else { return .undecided }
    }
    return .opensNothing
  }
}
