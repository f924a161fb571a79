package import Diagnostics

/// What ends the reading of an XML file.
package enum XMLFault: Error, Hashable {
  /// A limit of a file.
  package enum Bound: Sendable, Hashable, CaseIterable {
    case bytes
    case depth
    case elements
    case valueBytes
  }

  /// libexpat's description of a syntax error.
  case syntax(problem: String, at: SourcePosition)
  /// The file is UTF-16.
  case encoding(at: SourcePosition)
  /// A document type declaration, which could define entities that expand without bound.
  case documentType(at: SourcePosition)
  /// A limit was exceeded.
  case limit(Bound, at: SourcePosition)

  /// Where the reading ended.
  package var position: SourcePosition {
    switch self {
    case .syntax(_, let at), .encoding(let at), .documentType(let at), .limit(_, let at): at
    }
  }

  /// What is wrong.
  package var message: String {
    switch self {
    case .syntax(let problem, _): "invalid XML: \(problem)"
    case .encoding: "the file is UTF-16"
    case .documentType: "a document type declaration is not supported"
    case .limit(.bytes, _): "the file has more than \(XMLLimits.fileBytesMax) bytes"
    case .limit(.depth, _): "more than \(XMLLimits.depthMax) nested elements"
    case .limit(.valueBytes, _):
      "an attribute with more than \(XMLLimits.valueBytesMax) bytes"
    case .limit(.elements, _): "more than \(XMLLimits.elementsMax) elements in one file"
    }
  }

  /// What to do.
  package var advice: String {
    switch self {
    case .syntax: "Fix the tag here or the one ahead of it; what follows is not read."
    case .encoding: "Save the file as UTF-8."
    case .documentType: "Delete it."
    case .limit(.bytes, _), .limit(.elements, _): "Check that the file is a manifest."
    case .limit(.valueBytes, _): "Check that its quotes are closed, or shorten it."
    case .limit(.depth, _): "Check that the tags ahead of this one are closed."
    }
  }
}
