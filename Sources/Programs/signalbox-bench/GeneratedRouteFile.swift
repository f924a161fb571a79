/// A route file of `routes` routes, as in a large app: lists, items with an id, their sub-pages,
/// and searches; each with its screen.
func generatedRouteFile(routes: Int) -> String {
  var text = """
    signalbox: 1
    plugin: generated
    links: [big://, https://big.example]
    gates:
      login: { challenge: /login }
    coordinators:
      main: { kind: tabs, children: [home, account] }
      home: { kind: stack, start: / }
      account: { kind: stack, start: /account, gates: [login] }
    routes:
      - { path: /, screen: Home }
      - { path: /login, screen: Login, as: sheet }
      - { path: /account, screen: Account }

    """
  var screens = ["Home: {}", "Login: {}", "Account: {}"]
  for number in 0..<max(0, routes - screens.count) {
    let (item, kind) = (number / 4, number % 4)
    let path = "/area\(item / 25)/items\(item)"
    switch kind {
    case 0:
      text += "  - { path: \(path), screen: List\(item), in: home }\n"
      screens.append("List\(item): { title: List \(item), taps: { first: \(path)/1 } }")
    case 1:
      text += "  - { path: \(path)/:id, screen: Item\(item), params: { id: int }, in: home, "
      text += "parents: [\(path)] }\n"
      screens.append("Item\(item): { title: \"Item :id\", taps: { close: back } }")
    case 2:
      text += "  - path: \(path)/:id/reviews\n    screen: Reviews\(item)\n"
      text += "    params: { id: int }\n    in: home\n    parents: [\(path), \(path)/:id]\n"
      screens.append("Reviews\(item): {}")
    default:
      text += "  - { path: \(path)/search/:term, screen: Search\(item), "
      text += "query: { sort: string? }, in: account, gates: [login] }\n"
      screens.append("Search\(item): { title: \"Found :term\" }")
    }
  }
  return text + "screens:\n" + screens.map { "  \($0)\n" }.joined()
}
