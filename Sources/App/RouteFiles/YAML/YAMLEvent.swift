/// One step of reading a YAML stream.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
    case alias
    /// A text, which the source of the events still has.
    case scalar
    /// A text over `FileLimits.scalarBytesMax`.
    case scalarTooLong
  }

  var kind: Kind
  /// Where it begins: at its anchor or tag if it has one.
  var place: TextPlace
  var hasAnchor = false
  var hasTag = false
  /// Whether a text stands without quotes and is no block.
  var isPlain = false
}
