import Navigation

extension PluginDraft {
  /// The children of the root.
  var tabs: [Located<String>] {
    get { coordinators.first { $0.name.value == "root" }?.children ?? [] }
    set {
      for index in coordinators.indices where coordinators[index].name.value == "root" {
        coordinators[index].children = newValue
      }
    }
  }

  mutating func change(_ name: String, _ change: (inout ScreenDraft) -> Void) {
    for index in screens.indices where screens[index].name.value == name { change(&screens[index]) }
  }

  mutating func changeRoute(_ path: String, _ change: (inout RouteDraft) -> Void) {
    for index in routes.indices where routes[index].path.value == path { change(&routes[index]) }
  }
}
