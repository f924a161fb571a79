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
  for operand in arguments.operands {
    if operand.utf8.elementsEqual("-".utf8) {
      let all = try resolveInput(definition, isJSON: isJSON, streams)
      isResolved = isResolved && all
    } else {
      let resolution = LinkResolution(link: operand, in: definition)
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
  let input = LineReader(
    descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: linkLineBytesMax)
  // A person who types links sees every answer at once; into a file they go in large pieces.
  let isTalking = isatty(STDIN_FILENO) == 1
  let output = isTalking ? streams.promptResults : streams.results
  do {
    return try LinkResolution.stream(from: input, to: output, in: definition, isJSON: isJSON)
  } catch {
    throw .file(error)
  }
}

/// Above `linkBytesMax`, so that a longer link is told to be too long.
private let linkLineBytesMax = 2 * Links.Limits.linkBytesMax
