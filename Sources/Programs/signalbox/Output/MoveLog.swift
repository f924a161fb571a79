import Commands
import FileAccess
import JSONCodec
import ProgramSupport

/// The file of `--log`: one JSON object per line for every transition, written when it happens, and
/// for every jump in the history: without it, undone transitions would look current.
struct MoveLog {
  private let writer: OutputWriter

  /// Opens the file that the arguments name; `nil` if they name none.
  init?(_ arguments: Arguments) throws(ExitError) {
    guard let path = arguments.value(of: .log) else { return nil }
    do { writer = try OutputWriter(appendingTo: path) } catch { throw .file(error) }
  }

  func append(_ moves: [SessionMove]) throws(ExitError) { try append(bytes: Self.bytes(of: moves)) }

  func append(bytes: [UInt8]) throws(ExitError) {
    guard !bytes.isEmpty else { return }
    do { try writer.write(bytes) } catch { throw .file(error) }
  }

  static func bytes(of moves: [SessionMove]) -> [UInt8] {
    var bytes: [UInt8] = []
    for move in moves {
      switch move {
      case .transitions(let transitions, let definition):
        let log = TransitionLog(definition: definition)
        for transition in transitions { bytes += log.json(of: transition).line }
      case .jump(let jump): bytes += jump.json.line
      }
    }
    return bytes
  }
}
