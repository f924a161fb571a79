import Analysis
import Diagnostics
import Links
import Navigation
import TestSupport

extension Diagnostic {
  /// The path, screen, gate or tap that a finding is about.
  func subject(in definition: AppDefinition) -> String? {
    switch code {
    case .redirectLoop, .redirectTooLong:
      winner(of: witness, in: definition).map { definition.routes[$0].pattern }
    case .routeNotation, .routeNotNFC, .routeEmptyParameter, .routeSlow, .gateUnsatisfiable:
      quotedTexts.dropFirst().first
    default: quotedTexts.first
    }
  }

  /// The links that a partly shadowed route loses, and the paths of the routes that they open.
  var losses: [(link: String, taker: String)] {
    let texts = Array(quotedTexts.dropFirst().dropLast())
    return stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }

  private func isQueryLost(in definition: AppDefinition) -> Bool {
    guard let name = quotedTexts.dropFirst().first,
      let found = witness.flatMap({ try? definition.resolve($0) }),
      let index = definition[found.route].parameters.firstIndex(where: {
        sameBytes($0.name, name)
      })
    else { return false }
    return found.values[index] == nil
  }

  private func isConfirmed(ofIntent route: Int, in definition: AppDefinition) -> Bool {
    guard code == .intentLink else {
      let gates = definition.routes[route].gateOrder.map { definition[$0].name }
      return Array(quotedTexts.dropFirst(2)) == gates
    }
    return definition.table.bases(of: route).allSatisfy { index in
      let base = definition.table.bases[index].text
      return !base.hasPrefix("https://") || base.contains("*")
    }
  }

  /// Whether the matcher confirms what a finding says of links.
  func isConfirmed(by definition: AppDefinition) -> Bool {
    let own = definition.routes.firstIndex {
      sameBytes($0.pattern, subject(in: definition)) && $0.position == position
    }
    let isWon = own != nil && winner(of: witness, in: definition) == own
    switch code {
    case .routeShadowed, .redirectDead:
      guard let witness, let taker = quotedTexts.dropFirst(2).first else { return false }
      return isLost(witness, own, to: taker, in: definition)
        && winner(of: witness, in: definition).map { definition.routes[$0].position } == other
    case .routePartlyShadowed:
      return isWon && !losses.isEmpty
        && losses.allSatisfy { isLost($0.link, own, to: $0.taker, in: definition) }
    case .routeCaseTwin, .routeSlashTwin, .routeNotation, .routeNotNFC:
      return witness == nil || isWon
    case .routeEmptyParameter:
      guard isWon, let own, let read = witness.flatMap({ try? Link($0) }),
        let match = try? definition.table.match(read),
        let index = definition.routes[own].parameters.firstIndex(where: {
          $0.name == quotedTexts.first
        })
      else { return false }
      return match.values[index] == ""
    case .redirectQuery:
      return isWon && isQueryLost(in: definition)
    case .intentLink, .intentGate:
      return own.map { isConfirmed(ofIntent: $0, in: definition) } ?? false
    case .redirectNothing:
      return isWon
        && witness.map { LinkOutcome(of: $0, in: definition) } == .refused(reason: "not-found")
    case .screenUnreachable:
      // Otherwise no link is said to lead there.
      guard message.hasPrefix("nothing leads to") else { return witness == nil }
      let found = witness.flatMap { try? definition.resolve($0) }
      return found.map {
        sameBytes(definition.name(ofScreen: definition[$0.route]), subject(in: definition))
      } ?? false
    case .gateUnsatisfiable:
      guard let gate = subject(in: definition).flatMap({ definition.gate(named: $0) }) else {
        return false
      }
      let found = witness.flatMap { try? definition.resolve($0) }
      return found?.route == definition[gate].challenge.route
    case .gateUnused:
      guard let gate = subject(in: definition).flatMap({ definition.gate(named: $0) }) else {
        return false
      }
      return !definition.routes.contains { $0.gates.contains(gate) }
    case .routeSlow:
      guard let own, let read = witness.flatMap({ try? Link($0) }) else { return false }
      return !message.hasPrefix("a link like") || definition.table.accepts(route: own, link: read)
    case .tapNothing: return witness.map { (try? definition.resolve($0)) == nil } ?? true
    case .redirectLoop, .redirectTooLong: return isWon && isEndless(in: definition)
    default: return [.routeImpossible, .routeUndecided].contains(code)
    }
  }

  private func winner(of link: String?, in definition: AppDefinition) -> Int? {
    guard let link, let read = try? Link(link) else { return nil }
    return try? definition.table.match(read).route
  }

  /// Whether a route accepts a link that another route takes, and the message says where that is.
  private func isLost(
    _ link: String, _ own: Int?, to taker: String, in definition: AppDefinition
  ) -> Bool {
    guard let own, let other = winner(of: link, in: definition), let read = try? Link(link) else {
      return false
    }
    let place = definition.routes[other].position.map { " at \($0)" } ?? ""
    return other != own && sameBytes(definition.routes[other].pattern, taker)
      && message.contains("'\(taker)'\(place)")
      && definition.table.accepts(route: own, link: read)
  }

  /// Whether the links of the message are the beginning of redirects that are refused, and form a
  /// loop exactly if the finding says so.
  private func isEndless(in definition: AppDefinition) -> Bool {
    let links = message.split(separator: ": ", maxSplits: 1).last?.split(separator: " → ") ?? []
    guard let last = links.last, links.count > 1,
      links.dropLast().contains(where: { $0 == last }) == (code == .redirectLoop)
    else { return false }
    return LinkOutcome(of: String(links[0]), in: definition) == .refused(reason: "redirect-loop")
  }
}
