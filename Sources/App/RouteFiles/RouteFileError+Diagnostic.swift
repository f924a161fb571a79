public import Diagnostics
import FileAccess
import Links

extension RouteFileError {
  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .noneFound: .fileNoneFound
    case .file(let error): error.code
    case .pattern(let error): error.code
    case .tooLarge: .fileTooLarge
    case .executableMissing, .notExecutable: .fileUnreadable
    case .untrusted: .fileUnsafe
    case .encoding, .controlCharacter: .fileEncoding
    case .empty: .fileEmpty
    case .syntax: .yamlSyntax
    case .unsupported: .yamlUnsupported
    case .limit: .yamlLimit
    case .duplicateKey: .yamlDuplicateKey
    case .version, .otherVersion: .formatVersion
    case .unknownKey: .formatUnknownKey
    case .missingKey: .formatMissingKey
    case .missingValue: .formatMissingValue
    case .wrongType: .formatWrongType
    case .badValue, .optionalPathParameter: .formatBadValue
    case .keyConflict: .formatKeyConflict
    case .invalidName: .nameInvalid
    case .duplicateItem: .nameDuplicate
    case .tooManyErrors: .formatTooManyErrors
    }
  }

  /// The start of the fault; `nil` for a folder or a whole file.
  public var position: SourcePosition? {
    switch self {
    case .noneFound, .file: nil
    case .pattern(let error): error.position
    case .tooLarge(_, let at), .executableMissing(_, let at), .notExecutable(_, let at),
      .untrusted(_, let at),
      .encoding(_, let at), .controlCharacter(_, let at), .empty(let at),
      .syntax(_, _, _, let at), .unsupported(_, let at), .limit(_, let at),
      .duplicateKey(_, _, let at), .version(_, let at), .otherVersion(_, let at),
      .unknownKey(_, _, _, _, let at),
      .missingKey(_, _, let at), .missingValue(_, _, let at), .wrongType(_, _, _, let at),
      .badValue(_, _, _, _, let at), .keyConflict(_, _, _, let at),
      .invalidName(_, _, _, let at), .duplicateItem(_, _, _, let at),
      .optionalPathParameter(_, let at), .tooManyErrors(let at):
      at
    }
  }

  /// The first of two duplicate keys or items.
  public var other: SourcePosition? {
    switch self {
    case .duplicateKey(_, let existingAt, _), .duplicateItem(_, _, let existingAt, _): existingAt
    case .keyConflict(_, _, let otherAt, _): otherAt
    default: nil
    }
  }
}

/// A text in quotes, shortened if it is long.
func inQuotes(_ text: String) -> String {
  "'\(shortened(text, scalarsMax: FileLimits.quotedScalarsMax))'"
}
