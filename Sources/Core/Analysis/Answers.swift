import Links
import Navigation
import RouteProofs

/// Numbers what routes open: routes of any definition that open the same get the same number.
struct Answers {
  private var numbers: [[[UInt8]]: Int] = [:]

  /// The part of a definition that is compared.
  mutating func table(of definition: AppDefinition) -> ComparedTable {
    ComparedTable(
      definition.table,
      targets: definition.routes.map { route in
        guard case .redirect(let template) = route.target else { return nil }
        return template.target(of: route)
      },
      answers: definition.routes.map { number(of: $0, in: definition) },
      end: { link in (try? definition.resolve(link))?.route.index })
  }

  private mutating func number(of route: Route, in definition: AppDefinition) -> Int {
    let opened = LinkOutcome.Opened(route, by: route, in: definition)
    let words = [opened.screen ?? "", opened.coordinator ?? ""] + opened.gates
    let key = words.map { Array($0.utf8) }
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    return number
  }
}
