import Diagnostics
import Navigation

/// A screen of React Navigation's static configuration.
struct StaticScreen {
  let name: Located<String>
  /// Its `linking` as an object, apart from the path.
  var linking: SourceJSON?
  /// Its path, without those of the navigators around it.
  var path: String?
  /// The hook under `if`, of the screen or its group.
  var condition: SourceJSON?
  /// The objects of its group and its own.
  var records: [SourceJSON] = []
  /// The navigator that it shows, and the screens of it.
  var navigator: SourceJSON?
  var screens: [StaticScreen]?
  fileprivate var number = 0

  /// The same screen without hooks, its own or of those in it.
  var unconditional: StaticScreen {
    var screen = self
    screen.condition = nil
    screen.screens = screens?.map(\.unconditional)
    return screen
  }
}

/// Reads the screens of a static configuration, as `createPathConfigForStaticNavigation` of React
/// Navigation 7 does: groups come with the screens, and with `enabled: 'auto'` a screen without a
/// path of its own gets its name in kebab case, the first one the empty path.
struct StaticNavigation {
  /// Whether screens without a path get one.
  let isAutomatic: Bool
  private var count = 0
  /// The number of the screen that the app begins with.
  private var first: Int?
  private var hasInitialPath = false

  init(isAutomatic: Bool) {
    self.isAutomatic = isAutomatic
  }

  /// The screens of the outermost navigator.
  mutating func screens(of navigator: SourceJSON, initial: String?) -> [StaticScreen] {
    var screens = screens(of: navigator, initial: initial, isInPath: false)
    if isAutomatic, let first, !hasInitialPath { setEmptyPath(of: first, in: &screens) }
    return screens
  }

  private func setEmptyPath(of number: Int, in screens: inout [StaticScreen]) {
    for index in screens.indices {
      if screens[index].number == number { screens[index].path = "" }
      if var inner = screens[index].screens {
        setEmptyPath(of: number, in: &inner)
        screens[index].screens = inner
      }
    }
  }

  /// - Parameter isInPath: Whether a navigator around it has a path, so that none of its screens is
  ///   the first one.
  private mutating func screens(
    of navigator: SourceJSON, initial: String?, isInPath: Bool
  ) -> [StaticScreen] {
    let initial = initial ?? navigator["initialRouteName"]?.text?.value
    var result: [StaticScreen] = []
    for (key, value) in navigator.members ?? [] {
      if key.value == "screens" {
        result += screens(value, in: nil, initial, isInPath)
      } else if key.value == "groups" {
        for (_, group) in value.members ?? [] {
          guard let inner = group["screens"] else { continue }
          result += screens(inner, in: group, initial, isInPath)
        }
      }
    }
    return result
  }

  private mutating func screens(
    _ screens: SourceJSON, in group: SourceJSON?, _ initial: String?, _ isInPath: Bool
  ) -> [StaticScreen] {
    let members = screens.members ?? []
    // The first screen of the app is looked for in the one that the navigator begins with.
    let isInitial = members.map { sameBytes($0.key.value, initial) }
    let order = members.indices.filter { isInitial[$0] } + members.indices.filter { !isInitial[$0] }
    var result: [Int: StaticScreen] = [:]
    for index in order {
      result[index] = screen(
        members[index].key, members[index].value, in: group, isInitial[index], isInPath)
    }
    return members.indices.compactMap { result[$0] }
  }

  private mutating func screen(
    _ name: Located<String>, _ item: SourceJSON, in group: SourceJSON?, _ isInitial: Bool,
    _ isInPath: Bool
  ) -> StaticScreen {
    count += 1
    var screen = StaticScreen(name: name, number: count)
    let linking = item["linking"]
    screen.linking = linking
    screen.condition = item["if"] ?? group?["if"]
    screen.records = [group, item].compactMap { $0 }
    let groupPath = group?["linking"].flatMap { $0.text ?? $0["path"]?.text }?.value ?? ""
    func full(_ path: String) -> String {
      pathSegments(groupPath + "/" + path).joined(separator: "/")
    }
    screen.path = (linking?.text ?? linking?["path"]?.text).map { full($0.value) }
    screen.navigator = [item, item["screen"]].lazy.compactMap { $0 }
      .first { $0["$navigator"] != nil }
    if let navigator = screen.navigator {
      let hasPath = screen.path.map { !$0.isEmpty } ?? false
      let inner = screens(of: navigator, initial: nil, isInPath: isInPath || hasPath)
      if !inner.isEmpty { screen.screens = inner }
    }
    let isRefused = linking.map(\.isNull) ?? false
    guard isAutomatic, screen.screens == nil, !isRefused else { return screen }
    if let path = screen.path {
      if !isInPath, isInitial {
        hasInitialPath = true
      } else if !isInPath, path.isEmpty {
        first = nil
        hasInitialPath = true
      }
    } else {
      if groupPath.isEmpty, !isInPath, first == nil { first = count }
      screen.path = full(Self.kebabCase(name.value))
    }
    return screen
  }

  /// `ItemDetails` as `item-details`; a run of capitals is one word.
  static func kebabCase(_ name: String) -> String {
    var result: [UInt8] = []
    var isInRun = false
    for byte in name.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if isCapital, !isInRun, !result.isEmpty { result.append(UInt8(ascii: "-")) }
      result.append(byte.folded)
      isInRun = isCapital
    }
    return String(decoding: result, as: UTF8.self)
  }
}
