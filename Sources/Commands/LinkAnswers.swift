import Diagnostics
public import FileAccess
import JSONCodec
import Links
public import Navigation

/// Answers links of bytes with bytes: what each opens, as a line for people or as an object of
/// design §7.
///
/// What is said alike of all links of a route is put together once, when this is made.
public struct LinkAnswers: Sendable {
  private let definition: AppDefinition
  private let isJSON: Bool
  private let wordings: RouteWordings

  /// - Parameter isJSON: Objects instead of lines for people.
  public init(_ definition: AppDefinition, isJSON: Bool) {
    self.definition = definition
    self.isJSON = isJSON
    wordings =
      isJSON
      ? RouteWordings(objects: definition.routes, in: definition)
      : RouteWordings(lines: definition.routes, in: definition)
  }

  /// Appends a line for each link of a block.
  /// - Returns: Whether every link was resolved.
  public func answer(_ block: LineBlock, into output: inout [UInt8]) -> Bool {
    var areAllResolved = true
    var block = block
    while let line = block.next() {
      let isResolved =
        switch line {
        case .whole(let bytes): answer(bytes, into: &output)
        case .overlong(let start): refuse(start, into: &output)
        }
      areAllResolved = areAllResolved && isResolved
      output.append(UInt8(ascii: "\n"))
    }
    return areAllResolved
  }

  /// Appends what one link opens, without a line end.
  package func answer(link: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    _ = answer(ArraySlice(link), into: &output)
  }

  private func answer(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    do throws(Refusal) {
      write(try definition.resolve(bytes: bytes), bytes, into: &output)
      return true
    } catch {
      write(error, bytes, into: &output)
      return false
    }
  }

  /// A line over the limit of lines is told as too long by its beginning.
  private func refuse(_ start: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    let tooLong = LinkError.tooLong(bytes: Links.Limits.linkBytesMax + 1)
    write(.unreadable(tooLong), start + Array("…".utf8), into: &output)
    return false
  }

  private func write(
    _ found: Resolution, _ link: ArraySlice<UInt8>, into output: inout [UInt8]
  ) {
    let values = definition.toldValues(of: found)
    link.withUnsafeBufferPointer { link in
      if isJSON {
        output.append(contentsOf: #"{"link":"#.utf8)
        writeJSONString(link, into: &output)
        wordings.writeObject(values, found, found.route.index, into: &output)
      } else {
        writeEscaped(link, into: &output)
        wordings.writeLine(values, hops: found.hops.count, found.route.index, into: &output)
      }
    }
  }

  private func write(
    _ refusal: Refusal, _ link: ArraySlice<UInt8>, into output: inout [UInt8]
  ) {
    if isJSON {
      LinkResolution(
        link: String(decoding: link, as: UTF8.self), result: .failure(refusal),
        definition: definition
      ).json.write(into: &output)
    } else {
      link.withUnsafeBufferPointer { writeEscaped($0, into: &output) }
      output.append(contentsOf: LinkResolution.verdict(refusal).utf8)
    }
  }
}

extension LinkAnswers {
  /// Answers all links of an input, one a line, in its order; see `LinePipeline`.
  ///
  /// Whoever reads the output may leave early: that ends it and is no error.
  /// - Parameters:
  ///   - input: Its `lineBytesMax` should be above `Links.Limits.linkBytesMax`.
  ///   - threads: The most that work at once.
  /// - Returns: Whether every link was resolved, or nobody wanted to know.
  /// - Throws: What the system says of input or output.
  public func stream(
    from input: sending LineBlockReader, to output: sending OutputWriter, threads: Int
  ) throws(FileError) -> Bool {
    let pipeline = LinePipeline(from: input, to: output, threads: threads, answer: answer)
    do throws(FileError) {
      return try pipeline.run()
    } catch {
      guard error.fault == .closed else { throw error }
      return true
    }
  }
}
