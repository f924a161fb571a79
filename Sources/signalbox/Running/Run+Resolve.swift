import Commands
import FileAccess
import JSONCodec
import Navigation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `signalbox resolve LINK…|-`: every answer stands in the place of its link.
@MainActor func runResolve(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let resolver = Resolver(
    definition: try App(arguments).definition, isJSON: arguments.has(.json), streams: streams)
  var isResolved = true
  for operand in arguments.operands {
    let isInput = operand.utf8.elementsEqual("-".utf8)
    let all = isInput ? try resolver.resolveInput() : try resolver.resolve(operand)
    isResolved = isResolved && all
  }
  return isResolved ? .done : .no
}

/// Answers links as they come, in bounded memory.
private struct Resolver {
  let definition: AppDefinition
  let isJSON: Bool
  let streams: Streams

  /// Answers one link; whether it opens anything.
  func resolve(_ link: String) throws(Stop) -> Bool {
    let resolution = LinkResolution(link: link, in: definition)
    try streams.write((isJSON ? resolution.json.text : resolution.line) + "\n")
    return resolution.isResolved
  }

  /// Answers every line of standard input; whether all open something.
  ///
  /// At a terminal every answer is shown at once; into a pipe they go in large pieces.
  func resolveInput() throws(Stop) -> Bool {
    let reader = LineReader(
      descriptor: STDIN_FILENO, name: "<standard input>", lineBytesMax: linkLineBytesMax)
    let isTalking = isatty(STDIN_FILENO) == 1
    var isResolved = true
    while let line = try next(reader) {
      // A link of which only the beginning was kept is too long all the same.
      let bytes =
        switch line {
        case .whole(let bytes): bytes
        case .overlong(let start): start + [UInt8](repeating: 0x2E, count: linkLineBytesMax)
        }
      let all = try resolve(String(decoding: bytes, as: UTF8.self))
      isResolved = isResolved && all
      if isTalking { try streams.finish() }
    }
    return isResolved
  }

  private func next(_ reader: LineReader) throws(Stop) -> LineReader.Line? {
    do { return try reader.next() } catch { throw .file(error) }
  }
}

/// Above `linkBytesMax` of Links, so that a link that is too long is told to be so.
private let linkLineBytesMax = 65_536
