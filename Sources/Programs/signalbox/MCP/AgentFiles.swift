import AgentProtocol
import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Links
import Navigation
import ProgramSupport
import RouteFiles

/// The files of `signalbox mcp`: the route files of the command line, and a folder of scripts.
@MainActor struct AgentFiles: AgentApp {
  private let arguments: Arguments
  /// The folder of scripts; `nil` if none was named.
  private let folder: String?

  init(_ arguments: Arguments) {
    self.arguments = arguments
    folder = arguments.value(of: .scriptFolder)
  }

  var version: String { programVersion }

  func check(notes: Bool) throws(DiagnosticList) -> ToolResult {
    let report = checked(try paths(), hints: notes, isStrict: false)
    return ToolResult(
      .object(
        [.init("findings", .array(report.findings.prefix(findingsMax).map { JSON($0) }))]
          + (report.json.objectValue ?? [])))
  }

  func explore(seconds: Int) throws(DiagnosticList) -> ToolResult {
    do {
      let app = try App(try App.paths(arguments))
      let limit = try WorkLimit(
        nanoseconds: UInt64(clamping: seconds) * 1_000_000_000, bytesMax: exploreBytesMax)
      defer { limit.end() }
      let report = try explored(app, app.definition.rules, until: limit)
      return ToolResult([
        "findings": .array(Array(report.findingsJSON.prefix(findingsMax))),
        "figures": report.figures,
      ])
    } catch {
      throw DiagnosticList(error.findings)
    }
  }

  private func paths() throws(DiagnosticList) -> [String] {
    do { return try App.paths(arguments) } catch { throw DiagnosticList(error.findings) }
  }
}

// Resources.
extension AgentFiles {
  func resources() -> [AgentResource] {
    let routes = routeFiles.map { file in
      AgentResource(uri: Self.uri(.routes, file.path), name: file.path, summary: "a route file")
    }
    let scripts = scriptNames.map { name in
      AgentResource(uri: Self.uri(.scripts, name), name: name, summary: "a script")
    }
    return routes + scripts + [
      AgentResource(
        uri: Self.uri(.help, commandsTopic), name: commandsTopic,
        summary: "the lines that 'act' and scripts take"),
      AgentResource(
        uri: Self.uri(.help, codesTopic), name: codesTopic, summary: "the codes of errors"),
    ]
  }

  func text(of uri: String) throws(DiagnosticList) -> String? {
    if let file = routeFiles.first(where: { sameBytes(Self.uri(.routes, $0.path), uri) }) {
      return String(decoding: file.bytes, as: UTF8.self)
    }
    if let name = scriptNames.first(where: { sameBytes(Self.uri(.scripts, $0), uri) }) {
      return try script(named: name)
    }
    if sameBytes(uri, Self.uri(.help, commandsTopic)) {
      return columns(CommandTable.standard.all.map { ($0.usage, $0.summary) })
    }
    let start = Self.uri(.help, "")
    guard uri.utf8.starts(with: start.utf8) else { return nil }
    let topic = String(decoding: uri.utf8.dropFirst(start.utf8.count), as: UTF8.self)
    return (try? help(on: topic))?.text
  }

  private enum Kind: String {
    case routes, scripts, help
  }

  private static func uri(_ kind: Kind, _ name: String) -> String {
    "signalbox://\(kind.rawValue)/\(percentEncoded(name, keepingSlashes: true))"
  }

  /// The route files that can be read; none if no place has any.
  private var routeFiles: [(path: String, bytes: [UInt8])] {
    guard let paths = try? App.paths(arguments) else { return [] }
    return RouteFolder.read(paths).files
  }

  private var scriptNames: [String] {
    guard let folder, let names = try? namesInFolder(folder) else { return [] }
    return names.filter { isScriptName($0) && !isSymbolicLink(folder + "/" + $0) }
  }
}

// Scripts.
extension AgentFiles {
  var hasScripts: Bool { folder != nil }

  func script(named name: String) throws(DiagnosticList) -> String {
    let path = try path(of: name)
    do throws(FileError) {
      return String(decoding: try readFile(path, bytesMax: messageBytesMax), as: UTF8.self)
    } catch {
      throw DiagnosticList([error.diagnostic])
    }
  }

  func save(_ script: String, as name: String) throws(DiagnosticList) {
    let path = try path(of: name)
    do throws(Diagnostic) { try writeSavedScript(script, to: path) } catch {
      throw DiagnosticList([error])
    }
  }

  /// The path of a script, which is a file of the folder and no link out of it.
  private func path(of name: String) throws(DiagnosticList) -> String {
    guard let folder else { throw DiagnosticList([.noScripts]) }
    let path = folder + "/" + name
    guard isScriptName(name), !isSymbolicLink(path) else {
      throw DiagnosticList([.badScriptName(name)])
    }
    return path
  }
}

/// Whether a text is a file name that ends in `.nav` and is not hidden.
private func isScriptName(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  return (1...scriptNameBytesMax).contains(bytes.count) && bytes.first != UInt8(ascii: ".")
    && bytes.suffix(4).elementsEqual(".nav".utf8)
    && bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
}

/// The most bytes of a script's name.
private let scriptNameBytesMax = 200

/// The resource that lists the commands of the prompt.
private let commandsTopic = "commands"
/// The memory limit of `explore`: 1 GiB.
private let exploreBytesMax = 1 << 30
