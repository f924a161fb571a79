import Diagnostics

/// One step of reading a YAML stream.
struct YAMLEvent {
  enum Kind: Equatable {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
    case alias
    case scalar(String, isPlain: Bool)
    /// A text over `FileLimits.scalarBytesMax`.
    case scalarTooLong
  }

  var kind: Kind
  /// Where it begins: at its anchor or tag if it has one.
  var position: SourcePosition
  var hasAnchor = false
  var hasTag = false
}
