import Analysis
import Diagnostics
import FileAccess
import Navigation
import ProgramSupport
import RouteFiles
import Service

/// What holds for a command line, and what decided it: options and operands beat environment
/// variables, which beat `.signalbox`, which beats the default.
struct Setting<Value: Sendable>: Sendable {
  let value: Value
  let origin: SettingOrigin
}

enum SettingOrigin: Sendable {
  case option(Option)
  case operand
  case environment(String)
  /// The place of the value in `.signalbox`.
  case file(SourcePosition?)
  case standard

  /// As `config` shows it.
  var text: String {
    switch self {
    case .option(let option): "--" + option.name
    case .operand: "operand"
    case .environment(let name): name
    case .file(let position): position.map(\.description) ?? SettingsFile.name
    case .standard: "default"
    }
  }
}

extension Arguments {
  /// The route files.
  /// - Throws: `noRoutes` if nothing names any and no default place exists.
  func routes() throws(Diagnostic) -> Setting<[String]> {
    let named = values(of: .routes) + routeOperands
    if !named.isEmpty {
      return Setting(value: named, origin: has(.routes) ? .option(.routes) : .operand)
    }
    return try RoutesSearch.here(settings).paths()
  }

  /// What `replay` runs.
  var scripts: Setting<[String]> {
    let named = values(of: .script) + operands
    if !named.isEmpty {
      return Setting(value: named, origin: has(.script) ? .option(.script) : .operand)
    }
    guard let first = settings.scripts.first else { return Setting(value: [], origin: .standard) }
    return Setting(value: settings.scripts.map(\.value), origin: .file(first.position))
  }

  /// The number of processes of `--jobs`.
  func jobs() throws(ExitError) -> Int {
    guard let text = value(of: .jobs) else { return 1 }
    if sameBytes(text, "all") { return min(processorCount, jobsMax) }
    guard let jobs = Int(text), (1...jobsMax).contains(jobs) else {
      throw .usage([.badValue(text, of: .jobs)])
    }
    return jobs
  }

  /// Whether warnings count as errors: the last of `--strict` and `--no-strict`.
  var isStrict: Setting<Bool> {
    if let option = found.last(where: { [.strict, .noStrict].contains($0.option) })?.option {
      return Setting(value: option == .strict, origin: .option(option))
    }
    guard let strict = settings.isStrict else { return Setting(value: false, origin: .standard) }
    return Setting(value: strict.value, origin: .file(strict.position))
  }

  /// When output has colours.
  var color: Setting<SettingsFile.Color> {
    if let color = value(of: .color).flatMap(SettingsFile.Color.init) {
      return Setting(value: color, origin: .option(.color))
    }
    // no-color.org
    if environment("NO_COLOR")?.isEmpty == false {
      return Setting(value: .never, origin: .environment("NO_COLOR"))
    }
    if sameBytes(environment("TERM"), "dumb") {
      return Setting(value: .never, origin: .environment("TERM"))
    }
    guard let color = settings.color else { return Setting(value: .auto, origin: .standard) }
    return Setting(value: color.value, origin: .file(color.position))
  }

  /// The file of the line history; `nil` if there is none.
  var history: Setting<String?> {
    if has(.noHistory) { return Setting(value: nil, origin: .option(.noHistory)) }
    if let path = environment("SIGNALBOX_HISTORY") {
      return Setting(
        value: path.utf8.isEmpty ? nil : path, origin: .environment("SIGNALBOX_HISTORY"))
    }
    return Setting(value: ServicePlaces().stateFolder.map { $0 + "/history" }, origin: .standard)
  }
}

extension Arguments {
  /// Whether the report ends with what scripts use of the app.
  var printsCoverage: Bool { has(.coverage) || has(.lcov) || has(.coverageMin) }

  /// Whether `replay` counts that.
  var recordsCoverage: Bool { printsCoverage || has(.result) }

  /// The share of `--coverage-min`; `nil` without it.
  func coverageMin() throws(ExitError) -> Percentage? {
    guard let text = value(of: .coverageMin) else { return nil }
    guard let minimum = Percentage(text) else { throw .usage([.badValue(text, of: .coverageMin)]) }
    return minimum
  }
}

/// The most processes of `--jobs`.
let jobsMax = 256

extension Setting<SettingsFile.Color> {
  /// Whether to use colours; `nil` if it depends on the terminal.
  var isColored: Bool? {
    switch value {
    case .always: true
    case .never: false
    case .auto: nil
    }
  }
}
