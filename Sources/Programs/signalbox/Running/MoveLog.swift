import Commands
import FileAccess
import JSONCodec
import Navigation
import ProgramSupport

/// The file of `--log`: every transition as one JSON object a line, written when it happens, and
/// every jump of the session, without which a reader would take for done what was undone.
struct MoveLog {
  private let writer: OutputWriter

  /// Opens the file that the arguments name; `nil` if they name none.
  init?(_ arguments: Arguments) throws(ExitError) {
    guard let path = arguments.value(of: .log) else { return nil }
    do { writer = try OutputWriter(appendingTo: path) } catch { throw .file(error) }
  }

  /// Appends what an event has changed.
  func append(_ transitions: [Transition], in definition: AppDefinition) throws(ExitError) {
    let log = TransitionLog(definition: definition)
    var bytes: [UInt8] = []
    for transition in transitions {
      log.json(of: transition).write(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    do { try writer.write(bytes) } catch { throw .file(error) }
  }

  /// Appends where the session has jumped.
  func append(_ jump: SessionJump) throws(ExitError) {
    do { try writer.write(jump.json.text + "\n") } catch { throw .file(error) }
  }
}
