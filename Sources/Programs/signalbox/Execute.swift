import CLibrary
import CSignalbox
import CSystem
import Diagnostics
import JSONCodec
import ProgramSupport
import RouteFiles

@MainActor func runSignalbox() -> Never {
  csystem_program_begin()
  exit(execute(programArguments).rawValue)
}

/// The program's name, then its arguments, as raw bytes: `CommandLine.arguments` replaces invalid
/// UTF-8 by U+FFFD.
private var programArguments: [[UInt8]] {
  (0..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { text in
      Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
  }
}

/// Executes a command line.
/// - Parameter arguments: The program's name, then its arguments.
@MainActor func execute(_ arguments: [[UInt8]]) -> ExitStatus {
  var streams = Streams()
  do throws(ExitError) {
    var parsed: Arguments
    do { parsed = try Arguments(arguments) } catch { throw .usage(error) }
    streams = Streams(isColored: parsed.color.isColored)
    if parsed.subcommand.readsSettings, !parsed.has(.help), !parsed.has(.version) {
      do { parsed.settings = try SettingsFile.found() } catch { throw .usage(error.diagnostics) }
      streams = Streams(isColored: parsed.color.isColored)
    }
    let status = try perform(parsed, streams)
    try streams.finish()
    return status
  } catch {
    // Results from before the error are still written; a second error would add nothing.
    try? streams.finish()
    streams.report(error.findings)
    return error.status
  }
}

@MainActor private func perform(
  _ parsed: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  if parsed.has(.version) {
    try streams.write(
      parsed.has(.json)
        ? JSON.object([.init("version", .string(programVersion))]).text + "\n"
        : "signalbox \(programVersion)\n")
    return .done
  }
  if parsed.has(.help) {
    let topic = parsed.isSubcommandNamed ? parsed.subcommand.name : nil
    try writeHelp(on: topic, parsed, streams)
    return .done
  }
  return try parsed.subcommand.run(parsed, streams)
}

/// The version of the program, as in CHANGELOG.md.
let programVersion = SIGNALBOX_VERSION
