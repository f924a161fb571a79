import Diagnostics
import ProgramSupport
import FileAccess

/// Graphviz's program `dot`, which is searched for in `PATH`.
enum GraphvizProgram {
  /// Draws a graph.
  /// - Parameter graph: A text in Graphviz's language.
  /// - Returns: An SVG document.
  static func svg(of graph: String) throws(ExitError) -> String {
    let program: TextProgram
    do { program = try TextProgram("dot", ["-Tsvg"], input: graph) } catch { throw .file(error) }
    let result = Progress.during("drawing") { () -> Result<[UInt8], TextProgramFault> in
      do throws(TextProgramFault) {
        return .success(try program.run(secondsMax: secondsMax, bytesMax: svgBytesMax))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .failure(.notStarted(let reason)): throw .usage([.notStarted(reason: reason)])
    case .failure(.failed(nil, _)): throw .usage([.tooSlow])
    case .failure(.failed(let end?, let line)): throw .usage([.failed(end, line: line)])
    case .failure(.file(let error)): throw .file(error)
    }
  }
}

/// Why there is no picture.
extension Diagnostic {
  fileprivate static func notStarted(reason: String) -> Diagnostic {
    Diagnostic(
      .graphDrawing, "Graphviz, which draws SVG, was not found: \(reason)",
      advice: "Install the package graphviz, or use --format dot, mermaid or text.")
  }

  fileprivate static var tooSlow: Diagnostic {
    Diagnostic(
      .graphDrawing, "'dot' did not finish within \(secondsMax) s",
      advice: "Draw a part of the app, or use --format dot, mermaid or text.")
  }

  /// - Parameter line: The first one that it wrote to standard error.
  fileprivate static func failed(_ end: ProgramEnd, line: String?) -> Diagnostic {
    Diagnostic(
      .graphDrawing,
      "'dot' ended with \(end.text)" + (line.map { ": \(shortened($0))" } ?? ""),
      advice: "Use --format dot, mermaid or text.")
  }
}

/// How long `dot` may take.
private let secondsMax = 300
/// The most bytes of a picture.
private let svgBytesMax = 256 << 20
