import Diagnostics
import Navigation

extension AppDefinition {
  /// Sources other than `inside`: of those whose links open the same everywhere, the first.
  ///
  /// - Parameters:
  ///   - named: Sources that are not replaced by others.
  ///   - distinguishesSigned: Whether a source with `signed` is not replaced by one without.
  func differentSources(
    besides named: [Identifier<Source>], distinguishesSigned: Bool
  ) -> [Identifier<Source>] {
    struct Behavior: Hashable {
      let named: Identifier<Source>?
      let admitted: [Bool]
      let consent: TextBytes?
      let isSigned: Bool
      let items: [TextBytes]?
    }
    let admissions = routes.compactMap { $0.admission?.sources }
    var known: Set<Behavior> = []
    return sourceIDs.dropFirst().filter { id in
      var items: [String]?
      if case .signed(let covered) = self[id].rule { items = covered }
      let behavior = Behavior(
        named: named.contains(id) ? id : nil, admitted: admissions.map { $0.contains(id) },
        consent: self[id].consent.map { TextBytes($0.text) },
        isSigned: distinguishesSigned && isSigned(id),
        items: items?.map { TextBytes($0) })
      return known.insert(behavior).inserted
    }
  }
}
