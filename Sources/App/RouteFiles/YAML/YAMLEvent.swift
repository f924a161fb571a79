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
