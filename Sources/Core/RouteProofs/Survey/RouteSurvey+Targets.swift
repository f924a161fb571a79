import Diagnostics
import Languages
import Links

/// A piece of the target of a tap or redirect, which becomes a link when values are filled in.
package enum TargetPiece: Hashable {
  /// As it appears in the link, percent-encoded where needed.
  case text(String)
  /// The value of this parameter of the route that the target belongs to.
  case value(Int)

  package var hasFragment: Bool {
    if case .text(let text) = self { text.utf8.contains(UInt8(ascii: "#")) } else { false }
  }
}

extension [TargetPiece] {
  /// Removes `&*` or `?*` from the end of a target, with which it keeps the items of the redirected
  /// link that it does not set.
  ///
  /// - Returns: Whether there was one.
  mutating func removeMark() -> Bool {
    guard case .text(let text)? = last, text.keepsOtherItems else { return false }
    self[count - 1] = .text(String(decoding: text.utf8.dropLast(2), as: UTF8.self))
    return true
  }
}

extension String {
  /// Whether a target ends with `&*` or `?*`, and so keeps the items of the link's query that it
  /// does not set.
  package var keepsOtherItems: Bool {
    utf8.last == UInt8(ascii: "*")
      && [UInt8(ascii: "&"), UInt8(ascii: "?")].contains(utf8.dropLast().last)
  }
}

extension RouteSurvey {
  /// What a target can open, whatever the values.
  package enum TargetFate {
    /// Some values produce a link whose path some route accepts.
    case mayOpen
    case opensNothing
    /// The target has a base of its own, or the steps ran out.
    case undecided
  }

  /// Finds whether any values of a route's parameters turn a target into a link that some route
  /// under one of its bases accepts.
  ///
  /// - Parameters:
  ///   - route: The route whose values are filled in; nil if they can be any texts, but not
  ///     none between two slashes.
  ///   - keepsQuery: Whether the items of the route's own link are passed on; without a route,
  ///     whether there can be any.
  package func fate(
    of target: [TargetPiece], from route: Int?, keepsQuery: Bool
  ) -> TargetFate {
    let parameters = route.map { table.routes[$0] }
    guard let image = TargetImage(target, parameters: parameters, keepsQuery: keepsQuery)
    else { return .undecided }
    let automaton = NFA(image.path)
    var isTried: Set<Expression> = []
    for index in variants(near: image, of: route.flatMap(routesUnderBases)) {
      let variant = table.variants[index]
      guard image.mayFulfil(table.routes[variant.route].conditions),
        isTried.insert(variant.expression).inserted
      else { continue }
      if overlap(automaton, self.automaton(index)) != nil { return .mayOpen }
      guard stepsLeft > 0 else { return .undecided }
    }
    return .opensNothing
  }

  /// The routes under any base of a route; nil for all, if it is under none.
  private func routesUnderBases(of route: Int) -> Set<Int>? {
    let bases = table.bases(of: route)
    guard !bases.isEmpty else { return nil }
    return Set(
      table.routes.indices.filter { other in
        bases.contains { table.routes[other].isUnderBase[$0] }
      })
  }

  /// The variants that could accept a path of an image, in ascending order. Some accept none, which
  /// only a search over automata can show.
  ///
  /// - Parameter routes: The routes in question; nil for all.
  package func variants(near image: TargetImage, of routes: Set<Int>? = nil) -> [Int] {
    index.variants(accepting: image.segments, isWhole: image.isWhole).filter {
      routes?.contains(table.variants[$0].route) ?? true
    }
  }
}
