import Commands
import FileAccess
import JSONCodec
import Links
import Navigation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `signalbox resolve LINK…|-`: every answer stands in the place of its link.
@MainActor func runResolve(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
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

/// Answers the lines of standard input; whether all open something.
@MainActor private func resolveInput(
  _ definition: AppDefinition, isJSON: Bool, _ streams: Streams
) throws(Stop) -> Bool {
  try streams.finish()
  let input = LineBlockReader(
    descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: linkLineBytesMax,
    endingWith: STDOUT_FILENO)
  // Every block is answered as soon as it is there, so that a person who types links need not wait.
  let output = OutputWriter(
    descriptor: STDOUT_FILENO, name: "<standard output>", bufferBytesMax: 0)
  do {
    return try LinkAnswers(definition, isJSON: isJSON).stream(
      from: input, to: output, threads: processorCount + 1)
  } catch {
    throw .file(error)
  }
}

/// Above `linkBytesMax`, so that a longer link is told to be too long.
private let linkLineBytesMax = 2 * Links.Limits.linkBytesMax
