package import Diagnostics
import FileAccess
import PlatformLinks

extension ManifestFinding {
  /// The stable code.
  package var code: DiagnosticCode {
    switch self {
    case .file(let error): error.code
    case .xml(.syntax), .xml(.encoding): .platformXMLSyntax
    case .xml(.documentType): .platformXMLDocumentType
    case .xml(.limit): .platformXMLLimit
    case .wrongRoot: .platformManifestRoot
    case .malformedPattern: .platformManifestPattern
    case .badPort, .badBoolean: .platformManifestValue
    case .unresolved: .platformManifestUnresolved
    case .ignored: .platformManifestIgnored
    case .upperCase: .platformManifestCase
    case .pathWithoutSlash: .platformManifestPath
    case .droppedBackslash: .platformManifestBackslash
    case .unknownAttribute, .missingPrefix: .platformManifestAttribute
    case .incompleteFilter: .platformManifestIncomplete
    case .mimeType: .platformManifestMIMEType
    case .unavailable: .platformManifestUnavailable
    case .unverified: .platformManifestUnverified
    case .schemeSpecificPart: .platformManifestSchemeSpecific
    case .tooManyFindings: .platformManifestTooMany
    }
  }

  /// An error if the manifest is unreadable or Android refuses it; a note if all may be well.
  package var severity: Severity {
    switch self {
    case .file, .xml, .wrongRoot, .malformedPattern, .badPort: .error
    case .unverified, .schemeSpecificPart: .note
    default: .warning
    }
  }

  /// The place of the element or attribute.
  package var position: SourcePosition? {
    switch self {
    case .file: nil
    case .xml(let fault): fault.position
    case .wrongRoot(_, let at), .malformedPattern(_, _, _, let at), .badPort(_, let at),
      .badBoolean(_, _, let at), .unresolved(_, _, let at), .ignored(_, let at),
      .upperCase(_, _, let at), .pathWithoutSlash(_, _, let at), .droppedBackslash(_, _, let at),
      .unknownAttribute(_, _, let at), .missingPrefix(_, let at), .incompleteFilter(_, let at),
      .mimeType(let at), .unavailable(_, let at), .unverified(let at),
      .schemeSpecificPart(_, let at), .tooManyFindings(let at):
      at
    }
  }
}
