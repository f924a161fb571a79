import Diagnostics

/// What ends the reading of an XML file.
extension Diagnostic {
  /// libexpat's description of a syntax error.
  static func xmlSyntax(problem: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLSyntax, "invalid XML: \(problem)",
      advice: "Fix the tag here or the one ahead of it; what follows is not read.", at: position)
  }

  static func xmlUTF16(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLSyntax, "the file is UTF-16", advice: "Save the file as UTF-8.", at: position)
  }

  static func xmlDocumentType(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLDocumentType, "a document type declaration is not supported",
      advice: "Delete it.", at: position)
  }

  static func xmlTooLarge(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLLimit, "the file has more than \(XMLLimits.fileBytesMax) bytes",
      advice: "Check that the file is a manifest.", at: position)
  }

  static func xmlTooManyElements(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLLimit, "more than \(XMLLimits.elementsMax) elements in one file",
      advice: "Check that the file is a manifest.", at: position)
  }

  static func xmlTooDeep(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLLimit, "more than \(XMLLimits.depthMax) nested elements",
      advice: "Check that the tags ahead of this one are closed.", at: position)
  }

  static func xmlLongValue(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformXMLLimit, "an attribute with more than \(XMLLimits.valueBytesMax) bytes",
      advice: "Check that its quotes are closed, or shorten it.", at: position)
  }
}
