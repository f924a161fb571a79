import Diagnostics
public import FileAccess
import JSONCodec
import Links
public import Navigation

extension LinkResolution {
  /// Resolves the links of an input, one a line, and writes a line for each in the same order;
  /// memory does not grow with the input.
  ///
  /// Whoever reads the output may leave early: that ends it and is no error.
  /// - Parameters:
  ///   - input: Its `lineBytesMax` should be above `Links.Limits.linkBytesMax`; longer lines are
  ///     told as too long by their beginning.
  ///   - output: Is flushed at the end.
  ///   - isJSON: Objects of design §7 instead of lines for people.
  /// - Returns: Whether every link was resolved.
  /// - Throws: What the system says of input or output.
  public static func stream(
    from input: LineReader, to output: OutputWriter, in definition: AppDefinition, isJSON: Bool
  ) throws(FileError) -> Bool {
    var areAllResolved = true
    do throws(FileError) {
      while let line = try input.next() {
        let resolution = LinkResolution(line, in: definition)
        areAllResolved = areAllResolved && resolution.isResolved
        var bytes: [UInt8] = []
        if isJSON {
          resolution.json.write(into: &bytes)
        } else {
          bytes = Array(resolution.line.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        try output.write(bytes)
      }
      try output.flush()
    } catch {
      guard error.fault == .closed else { throw error }
    }
    return areAllResolved
  }

  /// A line of input as a link; what is not UTF-8 or too long is told so.
  private init(_ line: LineReader.Line, in definition: AppDefinition) {
    switch line {
    case .whole(let bytes):
      self.init(bytes: bytes, in: definition)
    case .overlong(let start):
      let text = String(decoding: start, as: UTF8.self) + "…"
      self.init(
        link: text, result: .failure(.unreadable(.tooLong(bytes: Links.Limits.linkBytesMax + 1))),
        definition: definition)
    }
  }
}
