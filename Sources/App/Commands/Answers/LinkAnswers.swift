import Diagnostics
public import FileAccess
import JSONCodec
import Links
public import Navigation

/// Answers links of bytes with bytes: what each opens, as a line for people or as an object of
/// design §7.
///
/// What is said alike of all links of a route is put together once, when this is made.
///
/// Three ways lead from a link to what it opens, and must agree. `resolve -` comes here, with
/// blocks of lines on many threads. The daemon's `resolve` takes `LinkResponder`, which asks this
/// for one link at a time. `why` and `resolve LINK` take `LinkResolution`, a value that can be told
/// in more words; it also words the refusals of the other two.
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
    let finder = LinkFinder(definition)
    var areAllResolved = true
    block.forEachLine { line, isOverlong in
      let isResolved =
        isOverlong
        ? refuse(line, into: &output)
        : answerAtOnce(line, finder, into: &output) ?? answer(line, into: &output)
      areAllResolved = areAllResolved && isResolved
      output.append(UInt8(ascii: "\n"))
    }
    return areAllResolved
  }

  /// Answers a link whose route the finder finds by itself; `nil` for others.
  func answerAtOnce(
    _ link: UnsafeRawBufferPointer, _ finder: borrowing LinkFinder, into output: inout [UInt8]
  ) -> Bool? {
    switch finder.find(link) {
    case .unclear: return nil
    case .notFound:
      refuseAsUnknown(link, into: &output)
      return false
    case .opens(let found):
      let start = output.count
      writeLink(link, into: &output)
      let areTold =
        isJSON
        ? wordings.writeObject(
          found.route, { finder.forEachValue(of: found, $0) }, query: finder.query(of: found),
          hops: [], into: &output)
        : wordings.writeLine(
          found.route, { finder.forEachValue(of: found, $0) }, hops: 0, into: &output)
      guard areTold else {
        output.removeLast(output.count - start)
        return nil
      }
      return true
    }
  }

  func answer(_ link: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Bool {
    do throws(Refusal) {
      let found = try definition.resolve(bytes: Array(link)[...])
      let values = told(definition.toldValues(of: found.route, given: found.values))
      writeLink(link, into: &output)
      return isJSON
        ? wordings.writeObject(
          found.route.index, values, query: found.query, hops: found.hops, into: &output)
        : wordings.writeLine(found.route.index, values, hops: found.hops.count, into: &output)
    } catch {
      write(error, link, into: &output)
      return false
    }
  }

  /// A line over the limit of lines is told as too long by its beginning. How long it is nobody
  /// knows, since its rest was not kept.
  private func refuse(_ start: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Bool {
    let shown = Array(start) + Array("…".utf8)
    shown.withUnsafeBytes { writeLink($0, into: &output) }
    let message = "the link has more than \(Links.Limits.linkBytesMax) bytes"
    output.append(
      contentsOf: isJSON
        ? #","error":"too-long","message":"\#(message)"}"#.utf8 : ": too-long: \(message)".utf8)
    return false
  }

  /// Appends all that stands before what the link opens.
  private func writeLink(_ link: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    let link = link.assumingMemoryBound(to: UInt8.self)
    guard isJSON else { return writeEscaped(link, into: &output) }
    output.append(#"{"link":"#)
    writeJSONString(link, into: &output)
  }

  private func refuseAsUnknown(_ link: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    guard !isJSON else {
      return write(
        .notFound(link: String(decoding: link, as: UTF8.self)), link, into: &output)
    }
    writeLink(link, into: &output)
    output.append(contentsOf: LinkResolution.notFoundVerdict.utf8)
  }

  private func write(
    _ refusal: Refusal, _ link: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) {
    if isJSON {
      LinkResolution(
        link: String(decoding: link, as: UTF8.self), result: .failure(refusal),
        definition: definition
      ).json.write(into: &output)
    } else {
      writeLink(link, into: &output)
      let text = String(decoding: link, as: UTF8.self)
      output.append(contentsOf: LinkResolution.verdict(refusal, on: text).utf8)
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
