import AgentProtocol
import CLibrary
import DaemonClient
import FileAccess
import JSONCodec
import ProgramSupport

/// `signalbox mcp`: standard output has the messages of the protocol and nothing else.
@MainActor func runMCP(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus {
  let routes = arguments.values(of: .routes) + arguments.routeOperands
  let daemon =
    routes.isEmpty || arguments.has(.socket) ? nil : try PrivateDaemon(routes: routes)
  defer { withExtendedLifetime(daemon) {} }
  let server: AgentServer
  do throws(ClientError) {
    server = try AgentServer(
      AgentFiles(arguments), socket: daemon?.socket ?? socketPath(arguments))
  } catch {
    throw .usage([error])
  }
  let input = LineReader(
    descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: messageBytesMax)
  do throws(FileError) {
    while let line = try input.next() {
      let answer =
        switch line {
        case .whole(let bytes): server.answer(to: Array(bytes))
        case .overlong: Optional(AgentServer.answerToOverlongLine)
        }
      guard let answer else { continue }
      do { try streams.write(answer.text + "\n") } catch { return error.status }
      do { try streams.finish() } catch { return error.status }
    }
  } catch {
    throw .file(error)
  }
  return .done
}
