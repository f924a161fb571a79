import Diagnostics

/// The positions in which a text that begins with `/` is a link.
package struct LinkForms: Sendable {
  /// Calls whose arguments are links.
  package static let calls = [
    "launchUrlString", "navigate", "navigateTo", "openURL", "pushNamed", "pushReplacementNamed",
    "redirect",
  ]
  /// Calls whose arguments are links if the last name of what they are called on ends in one of
  /// `routers`, in any case: other types have them, too.
  package static let routerCalls = [
    "dismissTo", "go", "open", "push", "pushReplacement", "replace",
  ]
  /// See `routerCalls`.
  package static let routers = [
    "context", "history", "linking", "location", "navigation", "navigator", "navController", "of",
    "router", "window",
  ]
  /// Attributes whose values are links.
  package static let attributes = ["action", "href", "to"]
  /// Keys of objects whose values are links.
  package static let keys = ["href", "pathname"]
  /// Those of an object that is the first argument of a call, or the value of an attribute.
  package static let targetKeys = ["path", "to"]
  /// The attribute and the key whose values can have placeholders `$name`, as in TanStack Router.
  package static let templateName = "to"
  /// Elements whose attributes name resources instead.
  package static let resourceElements = ["base", "image", "link", "use"]

  private let calls: Set<[UInt8]>

  /// - Parameter more: The names of further calls whose arguments are links.
  package init(calls more: [String] = []) {
    calls = Set((Self.calls + more).map { Array($0.utf8) })
  }

  func isCall(_ name: ArraySlice<UInt8>, on receiver: ArraySlice<UInt8>?) -> Bool {
    if calls.contains(Array(name)) { return true }
    guard let receiver, Self.names(Self.routerCalls, contain: name) else { return false }
    return Self.routers.contains { router in
      receiver.count >= router.utf8.count
        && zip(receiver.suffix(router.utf8.count), router.utf8).allSatisfy {
          $0.folded == $1.folded
        }
    }
  }

  func isAttribute(_ name: ArraySlice<UInt8>, of element: ArraySlice<UInt8>?) -> Bool {
    Self.names(Self.attributes, contain: name)
      && !(element.map { Self.names(Self.resourceElements, contain: $0) } ?? false)
  }

  /// - Parameter isTarget: Whether the object says where a link leads, see `targetKeys`.
  func isKey(_ name: ArraySlice<UInt8>, ofTarget isTarget: Bool) -> Bool {
    Self.names(Self.keys, contain: name) || isTarget && Self.names(Self.targetKeys, contain: name)
  }

  private static func names(_ names: [String], contain name: ArraySlice<UInt8>) -> Bool {
    names.contains { $0.utf8.elementsEqual(name) }
  }
}
