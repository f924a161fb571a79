public import Diagnostics
public import Navigation

/// The Swift plugins of an app and their registrations.
@MainActor
public struct PluginSet {
  /// The registrations of each plugin, in byte order of the plugins' names.
  private let registries: [PluginRegistry]

  /// Registers the plugins.
  public init(_ plugins: [any Plugin] = []) {
    registries = plugins.map { plugin in
      var registry = PluginRegistry(plugin: plugin.name)
      plugin.register(in: &registry)
      return registry
    }.sorted { bytesPrecede($0.app.name.value, $1.app.name.value) }
  }

  /// The plugins' names.
  public var names: [String] { registries.map(\.app.name.value) }

  /// All plugins, combined with the route files.
  public func loaded(with files: [PluginDraft] = []) -> LoadedPlugins {
    load(files, others: true)
  }

  /// The plugins that route files name with `swift: true`, combined with the files.
  public func loaded(namedBy files: [PluginDraft]) -> LoadedPlugins {
    load(files, others: false)
  }

  private func load(_ files: [PluginDraft], others: Bool) -> LoadedPlugins {
    var errors: [Diagnostic] = []
    var drafts = files
    var used: Set<Int> = []
    for index in drafts.indices {
      guard let place = drafts[index].swift else { continue }
      let name = drafts[index].name.value
      // A name that could not be read.
      guard !name.utf8.isEmpty else { continue }
      guard let found = registries.firstIndex(where: { sameBytes($0.app.name.value, name) }) else {
        errors.append(.unknown(name: name, known: names, at: place))
        drafts[index].unread.formUnion(.declarations)
        continue
      }
      if used.insert(found).inserted { drafts[index].add(registries[found].app) }
    }
    if others {
      for index in registries.indices where used.insert(index).inserted {
        drafts.append(registries[index].app)
      }
    }
    return LoadedPlugins(
      drafts: drafts, registries: used.sorted().map { registries[$0] }, errors: errors)
  }
}

/// Route files combined with Swift plugins.
@MainActor
public struct LoadedPlugins {
  /// The drafts for a definition.
  public let drafts: [PluginDraft]
  let registries: [PluginRegistry]
  /// Missing plugins and duplicate registrations.
  public private(set) var errors: [Diagnostic]

  init(drafts: [PluginDraft], registries: [PluginRegistry], errors: [Diagnostic]) {
    self.drafts = drafts
    self.registries = registries
    self.errors = errors
    checkDuplicates()
  }

  /// Whether a route file names a plugin that is not compiled in.
  public var lacksPlugin: Bool {
    errors.contains { $0.code == .pluginUnknown }
  }

  /// The commands of all plugins.
  public var commands: [PluginCommand] { registries.flatMap(\.commands) }

  /// The screen factories, keyed by the bytes of the screens' names.
  public var factories: [[UInt8]: ScreenFactory] {
    let pairs = registries.flatMap(\.factories).map { (Array($0.screen.utf8), $0.make) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Factories of screens that no route opens, and screens without a factory or a description.
  public func errors(in definition: AppDefinition) -> [Diagnostic] {
    let factories = registries.flatMap(\.factories)
    let names = definition.screens.map(\.name)
    var found: [Diagnostic] = factories.compactMap { factory in
      guard definition.screen(named: factory.screen) == nil else { return nil }
      return .unusedFactory(
        screen: factory.screen, plugin: factory.plugin,
        nearest: nearest(to: factory.screen, in: names), at: factory.position)
    }
    let made = Set(factories.map { Array($0.screen.utf8) })
    var missed: Set<[UInt8]> = []
    for route in definition.routes {
      guard case .screen(let id) = route.target, !definition[id].isDescribed,
        let registry = registries.first(where: { sameBytes($0.app.name.value, route.plugin) })
      else { continue }
      let name = definition[id].name
      guard !made.contains(Array(name.utf8)), missed.insert(Array(name.utf8)).inserted else {
        continue
      }
      found.append(
        .missingFactory(
          screen: name, plugin: route.plugin, at: definition[id].position,
          factory: registry.factories.first?.position))
    }
    return found
  }

  private mutating func checkDuplicates() {
    var screens: [[UInt8]: PluginRegistry.Factory] = [:]
    for factory in registries.flatMap(\.factories) {
      if let first = screens.updateValue(factory, forKey: Array(factory.screen.utf8)) {
        errors.append(
          .duplicateFactory(
            screen: factory.screen, at: factory.position, existing: first.position))
      }
    }
    var commands: [[UInt8]: PluginCommand] = [:]
    for command in registries.flatMap(\.commands) {
      if let first = commands.updateValue(command, forKey: Array(command.name.utf8)) {
        errors.append(
          .duplicateCommand(name: command.name, at: command.position, existing: first.position))
      }
    }
  }
}

extension PluginDraft {
  /// Adds the registrations of a Swift plugin to the file of the same name.
  fileprivate mutating func add(_ other: PluginDraft) {
    bases += other.bases
    gates += other.gates
    coordinators += other.coordinators
    routes += other.routes
    extensions += other.extensions
    omitted += other.omitted
    screens += other.screens
  }
}
