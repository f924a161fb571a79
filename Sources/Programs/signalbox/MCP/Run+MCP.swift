import DaemonClient
import AgentProtocol
import CLibrary
import FileAccess
import JSONCodec
import ProgramSupport

/// `signalbox mcp`: standard output has the messages of the protocol and nothing else.
@MainActor func runMCP(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus {
  let daemon = try SessionDaemon(arguments)
  defer { withExtendedLifetime(daemon) {} }
  let server: AgentServer
  do throws(ClientError) {
    server = try AgentServer(
      AgentFiles(arguments), socket: daemon.socket,
      restart: daemon.ownRoutes.map { _ in { daemon.restarted() } })
  } catch {
    throw .usage(error)
  }
  let input = LineReader(
    descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: messageBytesMax)
  while let line = try nextLine(of: input) {
    let answer =
      switch line {
      case .whole(let bytes): server.answer(to: Array(bytes))
      case .overlong: Optional(AgentServer.answerToOverlongLine)
      }
    guard let answer else { continue }
    try streams.write(answer.text + "\n")
    try streams.finish()
  }
  return .done
}

private func nextLine(of input: LineReader) throws(ExitError) -> LineBlock.Line? {
  do throws(FileError) { return try input.next() } catch { throw .file(error) }
}
