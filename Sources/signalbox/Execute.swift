import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs the program and ends the process.
/// - Parameter arguments: The program's name, then its arguments.
@MainActor func runSignalbox(_ arguments: [String]) -> Never {
  exit(execute(arguments).rawValue)
}

/// Does what the arguments ask for.
/// - Parameter arguments: The program's name, then its arguments.
@MainActor func execute(_ arguments: [String]) -> ExitStatus {
  let streams = Streams(sourceLine: sourceLine)
  do throws(Stop) {
    let status = try perform(arguments, streams)
    try streams.finish()
    return status
  } catch {
    // What was answered before the fault still counts; a second fault would tell nothing new.
    try? streams.finish()
    for finding in error.findings { streams.tell(finding) }
    return error.status
  }
}

@MainActor private func perform(
  _ arguments: [String], _ streams: Streams
) throws(Stop) -> ExitStatus {
  let parsed: Arguments
  do { parsed = try Arguments(arguments) } catch { throw .usage([error]) }
  if parsed.has(.version) {
    try streams.write("signalbox \(programVersion)\n")
    return .done
  }
  if parsed.has(.help) {
    try streams.write(parsed.isSubcommandNamed ? help(of: parsed.subcommand) : programHelp)
    return .done
  }
  return try parsed.subcommand.run(parsed, streams)
}
