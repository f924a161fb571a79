/// `signalbox generate-man`.
@MainActor func runGenerateMan(
  _ arguments: Arguments, _ streams: Streams
) throws(Stop) -> ExitStatus {
  try streams.write(manPage)
  return .done
}

/// `signalbox generate-completion SHELL`.
@MainActor func runGenerateCompletion(
  _ arguments: Arguments, _ streams: Streams
) throws(Stop) -> ExitStatus {
  let name = arguments.operands.first ?? ""
  let shell = Shell.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
  guard let shell else { throw .usage([UsageError.unknownShell(name)]) }
  try streams.write(shell.completion)
  return .done
}
