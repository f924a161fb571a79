// What people write who know other routers, which no misspelling explains.

extension FileKey {
  package static var otherNames: [FileKey: [String]] {
    [
      .signalbox: ["version"], .plugin: ["name", "app", "id"],
      .links: ["hosts", "domains", "schemes", "bases", "prefixes"],
      .gates: ["guards", "auth", "middleware"], .coordinators: ["stacks", "tabs", "flows"],
      .routes: ["paths", "urls", "patterns"], .screens: ["views", "pages", "components"],
      .never: ["rules", "policies", "forbidden"],
    ]
  }
}

extension GateKey {
  package static var otherNames: [GateKey: [String]] {
    [
      .challenge: ["link", "login", "screen", "redirect", "redirectTo", "url"],
      .requires: ["after", "needs", "gates"],
    ]
  }
}

extension CoordinatorKey {
  package static var otherNames: [CoordinatorKey: [String]] {
    [
      .kind: ["type"], .children: ["tabs", "screens", "stacks"],
      .start: ["root", "initial", "initialRoute", "initialRouteName", "home", "path"],
    ]
  }
}

extension RouteKey {
  package static var otherNames: [RouteKey: [String]] {
    [
      .path: ["pattern", "url", "uri", "route"],
      .screen: ["component", "view", "page", "element", "destination", "controller"],
      .params: ["parameters", "types", "args", "arguments"],
      .query: ["search", "queryParams", "queryParameters"],
      .links: ["hosts", "domains", "schemes", "bases", "prefixes"],
      .in: ["coordinator", "stack", "tab", "flow", "owner"],
      .as: ["presentation", "style", "transition", "present", "modal"],
      .gates: ["guards", "guard", "auth", "middleware", "canActivate", "requires", "login"],
      .redirect: ["to", "redirectTo", "target"],
    ]
  }
}

extension ScreenKey {
  package static var otherNames: [ScreenKey: [String]] {
    [.title: ["name", "label"], .taps: ["links", "buttons", "actions"]]
  }
}
