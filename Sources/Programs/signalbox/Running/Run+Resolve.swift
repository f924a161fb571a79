import CLibrary
import Commands
import FileAccess
import JSONCodec
import Links
import Navigation
import ProgramSupport

/// `signalbox resolve LINK…|-`: the answers are in the order of the links.
@MainActor func runResolve(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let definition = try App(arguments).definition
  let isJSON = arguments.has(.json)
  var isResolved = true
  for operand in arguments.operandBytes {
    if operand.elementsEqual("-".utf8) {
      let all = try resolveInput(definition, isJSON: isJSON, streams)
      isResolved = isResolved && all
    } else {
      let resolution = LinkResolution(bytes: operand, in: definition)
      try streams.write((isJSON ? resolution.json.text : resolution.line) + "\n")
      isResolved = isResolved && resolution.isResolved
    }
  }
  return isResolved ? .done : .no
}

/// Answers the lines of standard input.
/// - Returns: Whether every link opens something.
@MainActor private func resolveInput(
  _ definition: AppDefinition, isJSON: Bool, _ streams: Streams
) throws(ExitError) -> Bool {
  try streams.finish()
  let input = LineBlockReader(
    descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: linkLineBytesMax,
    endingWith: STDOUT_FILENO)
  // Unbuffered, so that a user who types links sees each answer at once.
  let output = OutputWriter(
    descriptor: STDOUT_FILENO, name: "<standard output>", bufferBytesMax: 0)
  do {
    return try LinkAnswers(definition, isJSON: isJSON).stream(
      from: input, to: output, threads: processorCount + 1)
  } catch {
    throw .file(error)
  }
}

/// Above `linkBytesMax`, so that a link beyond that is reported as too long.
private let linkLineBytesMax = 2 * Links.Limits.linkBytesMax
