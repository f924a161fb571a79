import CExpat
package import Diagnostics

/// Builds the elements of a file from libexpat's events.
///
/// Only UTF-8 is read, whatever the file declares. Document type declarations are refused, and with
/// them every entity that a file could define; property lists have one without entities of their
/// own. libexpat opens no files.
package final class XMLReader {
  private let parser: XML_Parser
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let allowsDocumentType: Bool
  private let depthKept: Int
  /// The number of open elements that are left out.
  private var skipped = 0
  /// The elements that are open, from the root.
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var elementCount = 0
  private var fault: Diagnostic?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - allowsDocumentType: Whether a document type may be named, as property lists do; it
  ///     cannot be declared.
  ///   - bytesMax: The size of the largest file that is read.
  ///   - depthKept: The levels of elements that are kept; those further in are left out.
  /// - Returns: The root with all elements ahead of the fault, if there is one.
  package static func read(
    _ bytes: [UInt8], file: String, allowsDocumentType: Bool = false,
    bytesMax: Int = XMLLimits.fileBytesMax, depthKept: Int = .max
  ) -> (root: XMLElement?, fault: Diagnostic?) {
    let start = SourcePosition(file: file, line: 1, column: 1)
    guard bytes.count <= bytesMax else { return (nil, .xmlTooLarge(at: start)) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.prefix(2).contains(0)
    {
      return (nil, .xmlUTF16(at: start))
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return bytes.withUnsafeBufferPointer { buffer in
      let text = UnsafeBufferPointer(rebasing: buffer[(hasMark ? 3 : 0)...])
      guard let reader = XMLReader(text, file: file, allowsDocumentType, depthKept) else {
        return (nil, .xmlSyntax(problem: "not enough memory", at: start))
      }
      return reader.read()
    }
  }

  /// - Parameter bytes: Must outlive this object.
  private init?(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, _ allowsDocumentType: Bool,
    _ depthKept: Int
  ) {
    guard let parser = XML_ParserCreateNS("UTF-8", XML_Char(separator)) else {
      return nil
    }
    self.parser = parser
    self.bytes = bytes
    self.file = file
    self.allowsDocumentType = allowsDocumentType
    self.depthKept = depthKept
  }

  deinit {
    XML_ParserFree(parser)
  }

  private func read() -> (root: XMLElement?, fault: Diagnostic?) {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XMLReader.of(data)?.start(name, attributes) },
      { data, _ in XMLReader.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      XMLReader.of(data)?.append(text, Int(count))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasOwnPart in
      guard let reader = XMLReader.of(data), !reader.allowsDocumentType || hasOwnPart != 0 else {
        return
      }
      reader.stop { .xmlDocumentType(at: reader.startOfDocumentType ?? $0) }
    }
    // Of a document type that is not read, an entity is skipped in silence.
    XML_SetSkippedEntityHandler(parser) { data, _, _ in
      XMLReader.of(data)?.stop { .xmlSyntax(problem: "undefined entity", at: $0) }
    }
    let status = bytes.withMemoryRebound(to: CChar.self) { text in
      XML_Parse(parser, text.baseAddress, Int32(truncatingIfNeeded: text.count), 1)
    }
    if status != XML_STATUS_OK, fault == nil {
      let problem = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      fault = .xmlSyntax(problem: problem ?? "unknown error", at: place)
    }
    while !open.isEmpty { close() }
    return (root, fault)
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The place of the current event. libexpat counts lines from 1 and columns from 0, in Unicode
  /// scalars.
  private var place: SourcePosition {
    SourcePosition(
      file: file, line: Int(clamping: XML_GetCurrentLineNumber(parser)),
      column: Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1)
  }

  /// The start of a document type declaration, which libexpat reports at its end.
  private var startOfDocumentType: SourcePosition? {
    let mark = Array("<!DOCTYPE".utf8)
    let end = Int(clamping: XML_GetCurrentByteIndex(parser))
    guard end >= mark.count, end <= bytes.count else { return nil }
    let start = (0...(end - mark.count)).last { bytes[$0...].starts(with: mark) }
    return start.map {
      TagScanner.end(of: bytes[..<$0], at: SourcePosition(file: file, line: 1, column: 1))
    }
  }

  private func stop(_ fault: (SourcePosition) -> Diagnostic) {
    guard self.fault == nil else { return }
    self.fault = fault(place)
    XML_StopParser(parser, 0)
  }

  // libexpat may report a few more events after it was stopped.

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard fault == nil else { return }
    guard open.count < depthKept else {
      skipped += 1
      return
    }
    elementCount += 1
    guard elementCount <= XMLLimits.elementsMax else { return stop { .xmlTooManyElements(at: $0) } }
    guard open.count < XMLLimits.depthMax else { return stop { .xmlTooDeep(at: $0) } }
    let position = place
    let (namespace, local) = expandedName(name)
    let attributes = attributes(list, ofTagAt: position)
    guard fault == nil else { return }
    open.append(
      XMLElement(name: local, namespace: namespace, attributes: attributes, position: position))
  }

  private func append(_ text: UnsafePointer<XML_Char>?, _ count: Int) {
    guard fault == nil, skipped == 0, let text, let last = open.indices.last else { return }
    open[last].text += UnsafeBufferPointer(start: text, count: count).map { UInt8(bitPattern: $0) }
  }

  private func end() {
    guard fault == nil else { return }
    guard skipped == 0 else {
      skipped -= 1
      return
    }
    close()
  }

  /// Moves the innermost open element into its parent.
  private func close() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  /// The attributes of the current tag, each with its place.
  private func attributes(
    _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?, ofTagAt position: SourcePosition
  ) -> [XMLAttribute] {
    guard let list else { return [] }
    var pairs: [(name: UnsafePointer<XML_Char>, value: UnsafePointer<XML_Char>)] = []
    while let name = list[2 * pairs.count], let value = list[2 * pairs.count + 1] {
      pairs.append((name, value))
    }
    guard !pairs.isEmpty else { return [] }
    let places = TagScanner.attributePlaces(in: currentTag, at: position)
    return pairs.enumerated().map { index, pair in
      let (namespace, name) = expandedName(pair.name)
      let position = places.count == pairs.count ? places[index] : position
      let value = Array(String(cString: pair.value).utf8)
      if value.count > XMLLimits.valueBytesMax { stop { _ in .xmlLongValue(at: position) } }
      return XMLAttribute(name: name, namespace: namespace, value: value, position: position)
    }
  }

  /// The bytes of the current tag.
  private var currentTag: Slice<UnsafeBufferPointer<UInt8>> {
    let start = Int(clamping: XML_GetCurrentByteIndex(parser))
    let count = Int(XML_GetCurrentByteCount(parser))
    guard start >= 0, count >= 0, start <= bytes.count else { return bytes[0..<0] }
    return bytes[start..<min(start + count, bytes.count)]
  }
}

/// Splits a name that libexpat returns as the URI of the namespace, a separator, and the local
/// name.
private func expandedName(_ name: UnsafePointer<XML_Char>?) -> (XMLNamespace, [UInt8]) {
  guard let name else { return (.other, []) }
  let text = String(cString: name)
  guard let end = text.utf8.lastIndex(of: separator) else { return (.none, Array(text.utf8)) }
  return (
    XMLNamespace(uri: text[..<end]), Array(text.utf8[text.utf8.index(after: end)...])
  )
}

/// A line feed, which no attribute contains that is written without a character reference.
private let separator = UInt8(ascii: "\n")
