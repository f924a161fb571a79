import CLibrary
import Diagnostics
import FileAccess
import ProgramSupport
import PseudoTerminal

/// Graphviz's program `dot`, which is searched for in `PATH`.
struct GraphvizProgram {
  /// Its standard streams: files, so that neither program waits for the other. They are removed
  /// before it starts, so that Ctrl-C leaves none.
  private let streams: [Descriptor]
  private let output: Descriptor
  private let errors: Descriptor

  private init(input: String) throws(FileError) {
    let folder = try TemporaryFolder()
    try writeFile(folder("in"), Array(input.utf8), isSynced: false)
    do throws(FileFault) {
      let new = O_WRONLY | O_CREAT | O_EXCL
      streams = [
        try Descriptor(opening: folder("in"), O_RDONLY),
        try Descriptor(opening: folder("out"), new, mode: 0o600),
        try Descriptor(opening: folder("errors"), new, mode: 0o600),
      ]
      output = try Descriptor(opening: folder("out"), O_RDONLY)
      errors = try Descriptor(opening: folder("errors"), O_RDONLY)
    } catch {
      throw .unwritable(path: folder.path, fault: error)
    }
  }

  /// Draws a graph.
  /// - Parameter graph: A text in Graphviz's language.
  /// - Returns: An SVG document.
  static func svg(of graph: String) throws(ExitError) -> String {
    let graphviz: GraphvizProgram
    do { graphviz = try GraphvizProgram(input: graph) } catch { throw .file(error) }
    return try graphviz.run()
  }

  private func run() throws(ExitError) -> String {
    let program: RunningProgram
    do { program = try RunningProgram("dot", ["-Tsvg"], descriptors: streams.map(\.number)) } catch
    {
      throw .usage([GraphvizError.notStarted(reason: error.message)])
    }
    let end = Progress.during("drawing") { program.wait(seconds: secondsMax) }
    guard end == .exited(0) else {
      let line = try read(errors, bytesMax: errorBytesMax).split(separator: "\n").first
      throw .usage([GraphvizError.failed(end, line: line.map(String.init))])
    }
    return try read(output, bytesMax: svgBytesMax)
  }

  private func read(_ file: Descriptor, bytesMax: Int) throws(ExitError) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      let count: Int
      do { count = try file.read(into: &chunk) } catch {
        throw .file(.unreadable(path: "<dot>", fault: error))
      }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      guard count <= bytesMax - bytes.count else {
        throw .file(.tooLarge(path: "<dot>", bytesMax: bytesMax))
      }
      bytes += chunk[..<count]
    }
  }
}

/// Why there is no picture.
private enum GraphvizError: Diagnostic {
  case notStarted(reason: String)
  /// `end` is `nil` if it took too long; `line` is the first one that it wrote to standard error.
  case failed(_ end: ProgramEnd?, line: String?)

  var code: DiagnosticCode { .graphDrawing }

  var message: String {
    switch self {
    case .notStarted(let reason): "Graphviz, which draws SVG, was not found: \(reason)"
    case .failed(nil, _): "'dot' did not finish within \(secondsMax) s"
    case .failed(let end?, let line):
      "'dot' ended with \(end.text)" + (line.map { ": \(shortened($0))" } ?? "")
    }
  }

  var advice: String? {
    switch self {
    case .notStarted:
      "Install the package graphviz, or use --format dot, mermaid or text."
    case .failed(nil, _): "Draw a part of the app, or use --format dot, mermaid or text."
    case .failed: "Use --format dot, mermaid or text."
    }
  }
}

/// How long `dot` may take.
private let secondsMax = 300
/// The most bytes of a picture.
private let svgBytesMax = 256 << 20
/// The most bytes of what `dot` writes to standard error.
private let errorBytesMax = 1 << 20
