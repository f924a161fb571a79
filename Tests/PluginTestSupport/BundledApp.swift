public import Commands
import Diagnostics
public import Navigation
import RouteFiles
public import Screens
import TestSupport

/// The bundled app with some of its Swift plugins, walked by commands as a person would type them.
@MainActor
public final class BundledApp {
  /// Why there is no app to walk through.
  public struct Fault: Error, CustomStringConvertible {
    /// What was found.
    public let description: String
  }

  /// The app.
  public let definition: AppDefinition
  /// Where the walk is.
  public private(set) var state: NavigationState
  private let stage: ScreenStage

  /// Begins at the first screen of the app with these plugins.
  public init(_ plugins: [any Plugin]) throws {
    let app = try BundledApp.loaded(plugins)
    definition = app.definition
    state = NavigationState(of: definition)
    stage = ScreenStage(factories: app.factories)
    stage.update(state, in: definition)
  }

  /// Reads the package's route files. The plugins that are given make the screens of the files of
  /// their names, also of those that name a process; screens of other plugins show what is
  /// described.
  public static func loaded(_ plugins: [any Plugin]) throws -> LoadedApp {
    var (drafts, faults) = RouteFolder.load([packageFolder + "/Routes"])
    guard faults.isEmpty else { throw Fault(description: "\(faults)") }
    for index in drafts.indices {
      let isGiven = plugins.contains { $0.name == drafts[index].name.value }
      drafts[index].swift = isGiven ? drafts[index].swift ?? drafts[index].name.position : nil
    }
    switch LoadedApp.checked(PluginSet(plugins).loaded(namedBy: drafts)) {
    case .success(let app): return app
    case .failure(let faults): throw Fault(description: "\(faults.diagnostics)")
    }
  }

  /// Runs scripts of `Routes/Scripts`, each in a session of its own.
  public static func replayed(
    _ scripts: [String], with plugins: [any Plugin]
  ) throws -> ReplayReport {
    var runner = ScriptRunner(try loaded(plugins))
    for name in scripts { runner.run("\(packageFolder)/Routes/Scripts/\(name)") }
    return runner.report
  }

  /// What is shown.
  public var content: ScreenContent? { stage.content(state, in: definition) }

  /// The visible screen's name.
  public var screen: String { state.visibleEntry(in: definition).map(definition.name) ?? "" }

  /// Applies the event that a person would type. A tap does what the content says, or else what the
  /// screen answers.
  /// - Returns: `nil` if the screen kept the tap to itself.
  @discardableResult
  public func run(_ command: String) throws -> Applied? {
    var event = try Event(command: command, nowMilliseconds: state.nowMilliseconds)
    if case .tap(let name) = event {
      guard let target = try target(of: name) else { return nil }
      event =
        target.contains("/")
        ? .open(target, from: .inside)
        : try Event(command: target, nowMilliseconds: state.nowMilliseconds)
    }
    let applied = state.apply(event, in: definition)
    if case .refused(let refusal) = applied.outcome {
      throw Fault(description: "'\(command)' was refused: \(refusal)")
    }
    stage.update(state, in: definition)
    return applied
  }

  private func target(of tap: String) throws -> String? {
    let content = content
    if let target = content?.tap(named: tap)?.target { return target }
    let names = (content?.taps.map(\.name) ?? []) + (content?.rows.compactMap(\.tap) ?? [])
    guard names.contains(tap) else { throw Fault(description: "no tap '\(tap)' among \(names)") }
    var answer: Result<String?, Diagnostic>?
    guard stage.tap(tap, state, in: definition, answer: { answer = $0 }), let answer else {
      throw Fault(description: "the screen does not answer the tap '\(tap)'")
    }
    return try answer.get()
  }
}
