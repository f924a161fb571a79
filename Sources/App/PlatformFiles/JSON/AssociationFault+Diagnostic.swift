public import Diagnostics
import FileAccess
import JSONCodec

extension AssociationFault {
  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .file(let error): error.code
    case .json(let error): error.code == .jsonLimit ? .platformLimit : .platformSyntax
    case .signed: .platformSigned
    case .tooLarge, .patternTooLarge, .tooManyFaults: .platformLimit
    case .wrongType: .platformWrongType
    case .unknownKey: .platformUnknownKey
    case .duplicateKey: .platformDuplicateKey
    case .missingKey: .platformMissingKey
    case .hiddenAppID, .hiddenPaths, .queryOff, .dynamicRules: .platformIgnored
    case .undefinedVariable, .unclosedVariable, .variableName, .builtInVariable, .nestedVariable:
      .platformVariable
    case .literalNot, .fragmentInPath, .fingerprint: .platformBadValue
    case .include: .platformInclude
    }
  }

  /// `.error` if the system ignores the file or a part on which links depend, else `.warning`.
  public var severity: Severity {
    switch self {
    case .file, .json, .signed, .patternTooLarge, .tooManyFaults: .error
    case .wrongType(_, _, _, let isError, _), .missingKey(_, _, let isError, _):
      isError ? .error : .warning
    default: .warning
    }
  }

  /// The start of the fault; `nil` if the file could not be read.
  public var position: SourcePosition? {
    switch self {
    case .file: nil
    case .json(let error): error.position
    case .signed(let at), .tooLarge(_, let at), .wrongType(_, _, _, _, let at),
      .unknownKey(_, _, _, let at), .duplicateKey(_, _, let at), .missingKey(_, _, _, let at),
      .hiddenAppID(_, let at), .hiddenPaths(_, let at), .queryOff(_, _, let at),
      .undefinedVariable(_, _, let at), .unclosedVariable(let at), .variableName(_, let at),
      .builtInVariable(_, let at), .nestedVariable(_, let at), .patternTooLarge(_, let at),
      .literalNot(_, let at), .fragmentInPath(_, let at), .fingerprint(_, let at),
      .dynamicRules(_, let at), .include(let at),
      .tooManyFaults(let at):
      at
    }
  }

  /// The first of two keys, or the part that is hidden or hides this one.
  public var other: SourcePosition? {
    switch self {
    case .duplicateKey(_, let existingAt, _): existingAt
    case .hiddenAppID(let appIDAt, _): appIDAt
    case .hiddenPaths(let componentsAt, _): componentsAt
    default: nil
    }
  }
}
