package import Diagnostics
import FileAccess
package import Navigation

/// What a project's file `.signalbox` says, so that its commands need fewer options.
package struct SettingsFile: Sendable {
  /// When output has colours.
  package enum Color: String, CaseIterable, Sendable {
    case auto, always, never
  }

  package static let name = ".signalbox"

  /// The file's path; `nil` if there is none.
  package var path: String?
  /// Folders and files of routes, relative to the working folder like `path`.
  package var routes: [Located<String>] = []
  /// The scripts that `replay` runs, likewise.
  package var scripts: [Located<String>] = []
  /// Whether warnings of `check` count as errors.
  package var isStrict: Located<Bool>?
  /// When output has colours.
  package var color: Located<Color>?

  package init() {}

  /// Reads the file in the working folder, or in the nearest folder above it that has one.
  /// - Throws: Its errors. A file that others can write is one, since it decides what is run.
  package static func found() throws(DiagnosticList) -> SettingsFile {
    // `../` and so on, so that messages stay short; a working folder that was deleted has no path.
    guard let folder = try? currentFolder else { return SettingsFile() }
    var path = name
    for _ in folder.utf8.split(separator: UInt8(ascii: "/")) + [[]] {
      if isFile(path) { return try SettingsFile(path: path) }
      path = "../" + path
    }
    return SettingsFile()
  }

  /// - Parameter path: The file, absolute or relative to the working folder.
  package init(path: String) throws(DiagnosticList) {
    if let offender = FileTrust().untrusted(path: path) {
      throw DiagnosticList([.untrusted(offender: offender, file: path)])
    }
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, bytesMax: FileLimits.settingsBytesMax)
    } catch {
      throw DiagnosticList([error.diagnostic])
    }
    let (settings, errors) = Self.parse(bytes, file: path)
    guard errors.isEmpty else { throw DiagnosticList(errors) }
    self = settings
  }

  /// Reads the bytes of a file. A file of blanks and comments sets nothing.
  static func parse(_ bytes: [UInt8], file: String) -> (SettingsFile, [Diagnostic]) {
    let (root, errors, incomplete) = YAMLNodeReader.read(bytes, file: file)
    var settings = SettingsFile()
    settings.path = file
    guard let root else {
      if errors.first?.code == .fileEmpty { return (settings, []) }
      return (settings, errors.inOrder)
    }
    var reader = DraftReader(file: file, errors: errors, incomplete: incomplete)
    reader.read(root, into: &settings)
    return (settings, reader.errors.inOrder)
  }
}

extension Diagnostic {
  fileprivate static func untrusted(offender: String, file: String) -> Diagnostic {
    Diagnostic(
      .fileUnsafe,
      "'\(file)' is not read: others can write '\(offender)', or its permissions cannot be read",
      advice: "Make it yours and remove write permission for others (chmod go-w): it decides "
        + "what is run.")
  }
}

package enum SettingsKey: String, FormatKey {
  case routes, scripts, strict, color

  package static let all = allCases
  package static let owner = "a settings file"
  package static let required: [SettingsKey] = []

  package var meaning: String {
    switch self {
    case .routes: "The route files, if neither --routes nor SIGNALBOX_ROUTES names them."
    case .scripts: "The scripts that 'replay' runs if it is given none."
    case .strict: "Whether 'check' counts warnings as errors, as --strict and --no-strict say."
    case .color: "When output has colours, if neither --color nor NO_COLOR decides."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .routes, .scripts: .list(of: .text)
    case .strict: .bool
    case .color: .words(SettingsFile.Color.allCases.map(\.rawValue))
    }
  }
}

extension DraftReader {
  fileprivate mutating func read(_ root: YAMLNode, into settings: inout SettingsFile) {
    guard let fields: Fields<SettingsKey> = fields(of: root, key: "a settings file") else { return }
    settings.routes = paths(fields[.routes], of: "routes")
    settings.scripts = paths(fields[.scripts], of: "scripts")
    if let node = fields[.strict], let value = bool(node, of: "strict") {
      settings.isStrict = Located(value, at: at(node.place))
    }
    if let node = fields[.color], let value: SettingsFile.Color = word(node, of: "color") {
      settings.color = Located(value, at: at(node.place))
    }
  }

  /// Paths relative to the file, as paths relative to the working folder.
  private mutating func paths(_ node: YAMLNode?, of key: String) -> [Located<String>] {
    guard let node else { return [] }
    return texts(node, of: key, "a path or a list of paths").map { text in
      Located(path(text.value, relativeTo: at(node.place).file), at: text.position)
    }
  }
}
