import Diagnostics
import Navigation

extension GateDraft {
  mutating func move(to position: SourcePosition) {
    name.position = position
    challenge.position = position
    requires.move(to: position)
  }
}

extension CoordinatorDraft {
  mutating func move(to position: SourcePosition) {
    name.position = position
    start?.position = position
    children.move(to: position)
    gates.move(to: position)
  }
}

extension RouteDraft {
  /// Gives all parts of the route one position.
  mutating func move(to position: SourcePosition) {
    path.position = position
    screen?.position = position
    redirect?.position = position
    name?.position = position
    coordinator?.position = position
    for index in params.indices { params[index].name.position = position }
    for index in query.indices { query[index].name.position = position }
    for index in values.indices {
      values[index].name.position = position
      values[index].text.position = position
    }
    bases = bases.map { $0.map { Located($0.value, at: position) } }
    guests?.position = position
    sources?.move(to: position)
    consent?.position = position
    otherwise?.position = position
    intent?.position = position
    parents.move(to: position)
    gates.move(to: position)
  }
}

extension [Located<String>] {
  /// Removes the texts that are in the list already.
  mutating func removeRepeated() {
    var seen: Set<TextBytes> = []
    removeAll { !seen.insert(TextBytes($0.value)).inserted }
  }

  mutating func move(to position: SourcePosition) {
    for index in indices { self[index].position = position }
  }
}
