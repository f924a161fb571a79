import Links
import Navigation

/// The target of a link in a real app: a screen with values, or the browser.
enum AppAnswer {
  case screen(String, Values, query: Values)
  case outside
  case refused(Refusal)

  init(_ link: String, in definition: AppDefinition) {
    do {
      let found = try definition.resolve(link)
      guard case .screen(let screen) = definition[found.route].target else {
        self = .outside
        return
      }
      var values = Values()
      for (name, value) in definition.values(of: found.route, given: found.values) {
        values[name] = value
      }
      var query = Values()
      for item in found.query where query[item.name] == nil { query[item.name] = item.value }
      self = .screen(definition[screen].name, values, query: query)
    } catch {
      self = .refused(error)
    }
  }
}
