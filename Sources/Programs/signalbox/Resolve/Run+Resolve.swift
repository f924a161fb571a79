import CLibrary
import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Links
import Navigation
import PlatformLinks
import ProgramSupport

/// `signalbox resolve LINK…|-`: the answers are in the order of the links.
@MainActor func runResolve(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let definition = try App(arguments).definition
  let isJSON = arguments.has(.json)
  let decisions = try platformDecisions(arguments, definition, streams)
  var isResolved = true
  for operand in arguments.operandBytes {
    if operand.elementsEqual("-".utf8) {
      let all = try resolveInput(definition, decisions, isJSON: isJSON, streams)
      isResolved = isResolved && all
    } else {
      let resolution = LinkResolution(bytes: operand, in: definition)
      var answer = ByteBuffer()
      resolution.write(isJSON: isJSON, into: &answer)
      let isExpected = decisions?.extend(operand, &answer) ?? true
      try streams.write(answer.text + "\n")
      isResolved = isResolved && resolution.isResolved && isExpected
    }
  }
  if let decisions, !decisions.areUsable { return .usage }
  return isResolved ? .done : .negative
}

/// What `--on` asks for; `nil` without it.
@MainActor private func platformDecisions(
  _ arguments: Arguments, _ definition: AppDefinition, _ streams: Streams
) throws(ExitError) -> PlatformDecisions? {
  guard let platform = arguments.value(of: .on).flatMap({ Platform(rawValue: $0) }) else {
    if let file = Option.platformFiles.first(where: arguments.has) {
      throw .usage([.needs(file, .on)])
    }
    return nil
  }
  guard arguments.hasFile(for: platform) else {
    throw .usage([.needs(.on, platform.file)])
  }
  let (claims, findings, areUsable) = try arguments.claims(for: definition)
  streams.report(findings)
  return PlatformDecisions(
    claims: claims, areUsable: areUsable, platform: platform, isJSON: arguments.has(.json))
}

/// Answers the lines of standard input.
/// - Returns: Whether every link opens something, and the app if that is asked for.
@MainActor private func resolveInput(
  _ definition: AppDefinition, _ decisions: PlatformDecisions?, isJSON: Bool, _ streams: Streams
) throws(ExitError) -> Bool {
  try streams.finish()
  let input = LineBlockReader(
    descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: linkLineBytesMax,
    endingWith: STDOUT_FILENO)
  // Unbuffered, so that a user who types links sees each answer at once.
  let output = OutputWriter(
    descriptor: STDOUT_FILENO, name: "<standard output>", bufferBytesMax: 0)
  let answers = LinkAnswers(definition, isJSON: isJSON)
  do {
    guard let decisions else {
      return try answers.stream(from: input, to: output, threads: processorCount)
    }
    return try answers.stream(
      from: input, to: output, threads: processorCount, extending: decisions.extend)
  } catch {
    throw .file(error)
  }
}

/// Above `linkBytesMax`, so that a link beyond that is reported as too long.
private let linkLineBytesMax = 2 * Links.Limits.linkBytesMax
