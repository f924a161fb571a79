import CYAML
import Diagnostics

/// libyaml's parser as a source of events.
///
/// Reading events only keeps libyaml's look-ahead bounded and avoids recursion. Its two slow paths,
/// directives and deep nesting, are cut off by `ByteCheck` and `YAMLNodeReader`.
///
/// The parser points to itself, so it lives on the heap; the event does, too, since each access to
/// a variable of an object is checked for conflicts, a tenth of the instructions of reading.
final class YAMLEventSource {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The last event; owns its text.
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let isReady: Bool

  /// - Parameter bytes: Checked by `ByteCheck`; must outlive this object.
  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.bytes = bytes
    self.file = file
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    isReady = yaml_parser_initialize(parser) == 1
    guard isReady else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    event.deallocate()
    if isReady { yaml_parser_delete(parser) }
    parser.deallocate()
  }

  /// The next event; must not be called after `streamEnd`.
  func next() throws(Diagnostic) -> YAMLEvent {
    yaml_event_delete(event)
    guard isReady, yaml_parser_parse(parser, event) == 1 else { throw fault() }
    let event = event.pointee
    var result = YAMLEvent(kind: .streamEnd, place: place(event.start_mark))
    switch event.type {
    case YAML_STREAM_START_EVENT: result.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    case YAML_ALIAS_EVENT: result.kind = .alias
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      result.hasAnchor = event.data.sequence_start.anchor != nil
      result.hasTag = event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      result.hasAnchor = event.data.mapping_start.anchor != nil
      result.hasTag = event.data.mapping_start.tag != nil
    case YAML_SCALAR_EVENT:
      let isTooLong = event.data.scalar.length > FileLimits.scalarBytesMax
      result.kind = isTooLong ? .scalarTooLong : .scalar
      result.hasAnchor = event.data.scalar.anchor != nil
      result.hasTag = event.data.scalar.tag != nil
      result.isPlain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
    default: break
    }
    return result
  }

  /// The bytes of the last event, a scalar, as UTF-8.
  func withScalar<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let event = event.pointee
    let isScalar = event.type == YAML_SCALAR_EVENT
    return body(
      UnsafeBufferPointer(
        start: isScalar ? event.data.scalar.value : nil,
        count: isScalar ? event.data.scalar.length : 0))
  }

  /// The error that libyaml reports.
  private func fault() -> Diagnostic {
    guard isReady, let problem = parser.pointee.problem else {
      let start = SourcePosition(file: file, line: 1, column: 1)
      return .syntax(problem: "not enough memory", context: nil, isAtTab: false, at: start)
    }
    let mark = parser.pointee.problem_mark
    let context = parser.pointee.context.map { String(cString: $0) }
    return .syntax(
      problem: String(cString: problem), context: context, isAtTab: isAtTab(mark),
      at: place(ofFault: mark, in: context).position(in: file))
  }

  /// Where to correct a fault: libyaml reports the text that follows a bracket or quote which is
  /// not closed, perhaps many lines below.
  private func place(ofFault mark: yaml_mark_t, in context: String?) -> TextPlace {
    let start = parser.pointee.context_mark
    if sameBytes(context, "while scanning a quoted scalar"), mark.line > start.line {
      return place(start)
    }
    guard context?.utf8.starts(with: "while parsing a flow".utf8) ?? false,
      mark.line > start.line || mark.index >= bytes.count
    else { return place(mark) }
    return TextLines.end(ofTextBefore: place(mark), in: bytes, from: place(start))
  }

  private func isAtTab(_ mark: yaml_mark_t) -> Bool {
    guard let line = TextLines.line(mark.line + 1, of: bytes) else { return false }
    let blanks = bytes[line].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return blanks.contains(UInt8(ascii: "\t"))
  }

  /// libyaml counts lines and columns from 0, columns in Unicode scalars.
  private func place(_ mark: yaml_mark_t) -> TextPlace {
    TextPlace(
      line: UInt32(truncatingIfNeeded: mark.line) &+ 1,
      column: UInt32(truncatingIfNeeded: mark.column) &+ 1)
  }
}

/// An event of libyaml's parser.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
    case alias
    /// A text, available from the event source.
    case scalar
    /// A text longer than `FileLimits.scalarBytesMax`.
    case scalarTooLong
  }

  var kind: Kind
  /// The start, including an anchor or tag.
  var place: TextPlace
  var hasAnchor = false
  var hasTag = false
  /// Whether a text is a plain scalar: neither quoted nor a block.
  var isPlain = false
}
