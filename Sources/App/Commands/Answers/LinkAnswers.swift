public import Diagnostics
public import FileAccess
import JSONCodec
import JSONWriting
import Links
public import Navigation

/// Writes what links open, as lines of text or as JSON objects (docs/json.md). No other type writes
/// these.
///
/// `init` prepares the constant parts of each route. A class, so that an answer does not retain
/// every field.
public final class LinkAnswers: Sendable {
  private let definition: AppDefinition
  private let isJSON: Bool
  private let refusals: RefusalWriter
  private let templates: ResponseTemplates
  /// The answers to a link that no route matches, and to one under no base: the texts between the
  /// repetitions of the link.
  private let notFound: PackedTexts
  private let foreign: PackedTexts

  /// - Parameter isJSON: Whether to write JSON objects instead of lines of text.
  public convenience init(_ definition: AppDefinition, isJSON: Bool) {
    self.init(definition, isJSON: isJSON, routes: definition.routes[...])
  }

  /// - Parameters:
  ///   - routes: The routes that the links can open.
  ///   - paint: Colours the code of a refusal in a text.
  init(
    _ definition: AppDefinition, isJSON: Bool, routes: ArraySlice<Route>, paint: Paint = Paint()
  ) {
    self.definition = definition
    self.isJSON = isJSON
    refusals = RefusalWriter(isJSON: isJSON, paint: paint)
    templates =
      isJSON
      ? ResponseTemplates(resolutions: routes, in: definition)
      : ResponseTemplates(lines: routes, in: definition)
    notFound = refusals.textsAroundLink { .notFound(link: $0) }
    foreign = refusals.textsAroundLink { .foreign(link: $0) }
  }

  /// Appends one line per link of a block.
  /// - Returns: Whether every link was resolved.
  public func answer(_ block: LineBlock, into output: inout ByteBuffer) -> Bool {
    answer(block, into: &output) { _, _ in true }
  }

  /// Extends the answer for a link, which is at the end of the output; returns whether the link is
  /// as it should be. The link is `nil` if its line is too long to be read.
  package typealias Extension = @Sendable (UnsafeRawBufferPointer?, inout ByteBuffer) -> Bool

  /// Appends one line per link of a block, each extended.
  /// - Returns: Whether every link was resolved and is as it should be.
  @inline(__always)
  private func answer(
    _ block: LineBlock, into output: inout ByteBuffer,
    extending: (UnsafeRawBufferPointer?, inout ByteBuffer) -> Bool
  ) -> Bool {
    let resolver = LinkResolver(definition)
    var areAllResolved = true
    block.forEachLine { line, isOverlong in
      let isResolved =
        isOverlong ? refuse(line, into: &output) : answer(line, resolver, into: &output)
      let isExpected = extending(isOverlong ? nil : line, &output)
      areAllResolved = areAllResolved && isResolved && isExpected
      output.append(UInt8(ascii: "\n"))
    }
    return areAllResolved
  }

  /// Appends the answer for a link of any bytes, without a line end.
  /// - Returns: Whether the link was resolved.
  @discardableResult
  package func answer(
    _ link: UnsafeRawBufferPointer, _ resolver: LinkResolver, into output: inout ByteBuffer
  ) -> Bool {
    switch resolver.answer(link) {
    case .direct(let match):
      let isPlain = refusals.writeLink(link, into: &output)
      write(
        match.route, hops: [], into: &output,
        query: { write(resolver.query, isPlain: isPlain, into: &$0) }
      ) { resolver.forEachValue(of: match, $0) }
      return true
    case .notFound:
      write(notFound, around: link, into: &output) { .notFound(link: $0) }
      return false
    case .foreign:
      write(foreign, around: link, into: &output) { .foreign(link: $0) }
      return false
    case .resolved(let found):
      write(found, link, into: &output)
      return true
    case .refused(let refusal, let hops):
      refusals.write(refusal, String(decoding: link, as: UTF8.self), hops: hops, into: &output)
      return false
    }
  }

  /// Writes a refusal for a line over the length limit; only its beginning was kept.
  private func refuse(_ start: UnsafeRawBufferPointer, into output: inout ByteBuffer) -> Bool {
    refusals.write(
      String(decoding: start, as: UTF8.self) + "…", reason: "too-long",
      message: "the link has more than \(Links.Limits.linkBytesMax) bytes", hops: [], into: &output)
    return false
  }
}

// MARK: Writing

extension LinkAnswers {
  func write(
    _ found: Resolution, _ link: UnsafeRawBufferPointer, into output: inout ByteBuffer
  ) {
    let values = definition.reportedValues(of: found.route, given: found.values)
    refusals.writeLink(link, into: &output)
    write(
      found.route.index, hops: found.hops, into: &output,
      query: { write(found.query, into: &$0) }
    ) { report in
      for (parameter, value) in values.enumerated() {
        guard var value else { continue }
        value.withUTF8 { report(parameter, $0) }
      }
    }
  }

  func write(
    _ refusal: Refusal, _ link: String, hops: [Resolution.Hop], into output: inout ByteBuffer
  ) {
    refusals.write(refusal, link, hops: hops, into: &output)
  }

  /// Appends the answer for a link that is refused without a redirect.
  private func write(
    _ texts: PackedTexts, around link: UnsafeRawBufferPointer, into output: inout ByteBuffer,
    _ refusal: (String) -> Refusal
  ) {
    let bytes = link.assumingMemoryBound(to: UInt8.self)
    guard plainCount(bytes) == bytes.count else {
      let text = String(decoding: link, as: UTF8.self)
      return refusals.write(refusal(text), text, hops: [], into: &output)
    }
    // Nothing needs an escape, so no text is built: that takes twice as long as a hit.
    for index in 0..<texts.count {
      if index > 0 { output.append(contentsOf: bytes) }
      output.append(texts, index)
    }
  }

  /// Appends a route's parts, with the values that `report` passes.
  @inline(__always)
  private func write(
    _ route: Int, hops: [Resolution.Hop], into output: inout ByteBuffer,
    query writeQuery: (inout ByteBuffer) -> Void,
    values report: ((_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void) -> Void
  ) {
    templates.writeStart(route, into: &output)
    var isFirst = true
    guard isJSON else {
      report { parameter, value in
        _ = templates.writeName(
          parameter, of: route, first: "(", next: ", ", isFirst: &isFirst, into: &output)
        writeValue(value, into: &output)
      }
      if !isFirst { output.append(UInt8(ascii: ")")) }
      templates.writeEnd(route, into: &output)
      if !hops.isEmpty { output.append(contentsOf: ", \(counted(hops.count, "redirect"))".utf8) }
      return
    }
    report { parameter, value in
      guard
        templates.writeName(
          parameter, of: route, first: "", next: ",", isFirst: &isFirst, into: &output)
      else { return }
      writeJSONString(value, into: &output)
    }
    output.append(#"},"query":{"#)
    writeQuery(&output)
    templates.writeEnd(route, into: &output)
    if !hops.isEmpty { writeLinks(of: hops, into: &output) }
    output.append("]}")
  }

  /// Appends each name once, in link order, with all its values.
  ///
  /// - Parameter isPlain: Whether nothing in it needs an escape in JSON.
  private func write(_ query: RawQuery, isPlain: Bool, into output: inout ByteBuffer) {
    guard !query.bytes.isEmpty, !(isPlain && writeFew(query, into: &output)) else { return }
    write(query.items, into: &output)
  }

  /// Appends a plain query of a few items of which nothing is escaped; returns whether it is one.
  /// Quadratic, but this allocates nothing.
  private func writeFew(_ query: RawQuery, into output: inout ByteBuffer) -> Bool {
    guard !query.isEscaped else { return false }
    let itemsMax = UInt8.bitWidth
    return withUnsafeTemporaryAllocation(of: RawQuery.Item.self, capacity: itemsMax) { items in
      var (rest, count) = (query, 0)
      while let item = rest.next() {
        guard count < itemsMax else { return false }
        items.initializeElement(at: count, to: item)
        count += 1
      }
      // A bit for each item that is written with an earlier one of its name.
      var written: UInt8 = 0
      for index in 0..<count where written &>> UInt8(index) & 1 == 0 {
        let (name, value) = items[index]
        if index == 0 { output.append(#"""#) } else { output.append(#",""#) }
        output.append(contentsOf: name)
        output.append(#"":[""#)
        output.append(contentsOf: value)
        for later in (index + 1)..<count where haveSameBytes(items[later].name, name) {
          written |= 1 &<< UInt8(later)
          output.append(#"",""#)
          output.append(contentsOf: items[later].value)
        }
        output.append(#""]"#)
      }
      return true
    }
  }

  /// Appends decoded items in the same form, in linear time, since there may be many.
  private func write(_ query: [QueryItem], into output: inout ByteBuffer) {
    var names: [TextBytes: Int] = [:]
    var groups: [(name: String, values: [String])] = []
    for item in query {
      if let index = names[TextBytes(item.name)] {
        groups[index].values.append(item.value)
      } else {
        names[TextBytes(item.name)] = groups.count
        groups.append((item.name, [item.value]))
      }
    }
    writeList(groups, into: &output) { group, output in
      writeJSONString(group.name, into: &output)
      output.append(":[")
      writeList(group.values, into: &output) { writeJSONString($0, into: &$1) }
      output.append("]")
    }
  }
}

@inline(__always)
private func haveSameBytes(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  // `elementsEqual` takes 20 instructions a byte.
  left.count == right.count && left.indices.allSatisfy { left[$0] == right[$0] }
}

/// Appends elements, with commas between them.
func writeList<Element>(
  _ elements: some Sequence<Element>, into output: inout ByteBuffer,
  _ write: (Element, inout ByteBuffer) -> Void
) {
  var isFirst = true
  for element in elements {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
    write(element, &output)
  }
}

/// Appends the escaped `valueText` of a value.
private func writeValue(_ value: UnsafeBufferPointer<UInt8>, into output: inout ByteBuffer) {
  var (isPlain, isQuotable) = (!value.isEmpty, true)
  // Branchless, so that the compiler can vectorize it.
  for byte in value {
    isPlain = isPlainInValue(byte) ? isPlain : false
    isQuotable = isPlainInQuotationMarks(byte) ? isQuotable : false
  }
  if isPlain {
    output.append(contentsOf: value)
  } else if isQuotable {
    output.append(UInt8(ascii: "\""))
    output.append(contentsOf: value)
    output.append(UInt8(ascii: "\""))
  } else {
    let text = valueText(String(decoding: value, as: UTF8.self))
    output.append(contentsOf: escaped(text).utf8)
  }
}

/// Whether a byte needs neither quotation marks nor an escape.
private func isPlainInValue(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ">"), 0x20: false
  default: isPlainInQuotationMarks(byte)
  }
}

/// Whether a byte needs no escape between quotation marks.
private func isPlainInQuotationMarks(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): false
  default: byte >= 0x20 && byte < 0x7F
  }
}

extension LinkAnswers {
  /// Writes an answer for each line of the input, in order; see `LinePipeline`.
  ///
  /// - Parameters:
  ///   - input: The links; its `lineBytesMax` should exceed `Links.Limits.linkBytesMax`.
  ///   - threads: The maximum number of threads.
  /// - Returns: Whether every link was resolved.
  /// - Throws: An error of reading or writing.
  public func stream(
    from input: sending LineBlockReader, to output: sending OutputWriter, threads: Int
  ) throws(FileError) -> Bool {
    try stream(from: input, to: output, threads: threads, answer: answer)
  }

  /// The same, with each answer extended.
  package func stream(
    from input: sending LineBlockReader, to output: sending OutputWriter, threads: Int,
    extending: @escaping Extension
  ) throws(FileError) -> Bool {
    try stream(from: input, to: output, threads: threads) { block, output in
      self.answer(block, into: &output, extending: extending)
    }
  }

  private func stream(
    from input: sending LineBlockReader, to output: sending OutputWriter, threads: Int,
    answer: @escaping LinePipeline.Answer
  ) throws(FileError) -> Bool {
    try LinePipeline(from: input, to: output, threads: threads, answer: answer).run()
  }
}
