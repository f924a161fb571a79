public import Diagnostics
public import FileAccess
public import Links

/// Why a route file, or a part of one, was refused. Loading collects these errors.
public enum RouteFileError: Diagnostic, Hashable {
  /// What the bytes are instead of UTF-8 without a byte order mark.
  public enum Encoding: Sendable, Hashable {
    case notUTF8
    case utf16
    case byteOrderMark
  }

  /// YAML features that route files do not support.
  public enum Feature: Sendable, Hashable, CaseIterable {
    case anchor
    case alias
    case tag
    case directive
    case mergeKey
    case keyWithoutText
    case severalDocuments
  }

  /// A limit of a file.
  public enum Bound: Sendable, Hashable, CaseIterable {
    case depth
    case nodes
    case scalarBytes
  }

  /// A folder has no file with the extension `.yaml`, `.yml` or `.json`.
  case noneFound(folder: String)
  /// A file or folder could not be read, or is too large.
  case file(FileError)
  /// The bytes exceed `FileLimits.fileBytesMax`.
  case tooLarge(bytes: Int, at: SourcePosition)
  /// The executable of `run`, or an interpreter, does not exist.
  case executableMissing(path: String, at: SourcePosition)
  /// The program of `run` lacks the permission to be executed, and no `#!` line names one that has.
  case notExecutable(path: String, at: SourcePosition)
  /// Other users can change a file with `run`, what it runs, or a folder above them.
  case untrusted(offender: String, at: SourcePosition)
  /// The bytes are not UTF-8, or start with a byte order mark.
  case encoding(Encoding, at: SourcePosition)
  /// A control character, or a line ending that editors do not recognize.
  case controlCharacter(UInt32, at: SourcePosition)
  /// Only blanks and comments.
  case empty(at: SourcePosition)

  /// libyaml's description of a syntax error.
  case syntax(problem: String, context: String?, isAtTab: Bool, at: SourcePosition)
  /// An unsupported YAML feature.
  case unsupported(Feature, at: SourcePosition)
  /// A limit was exceeded.
  case limit(Bound, at: SourcePosition)
  /// The same key twice in a mapping.
  case duplicateKey(String, existingAt: SourcePosition, at: SourcePosition)

  /// The format version is not a plain 1.
  case version(found: String, at: SourcePosition)
  /// The format version is another number.
  case otherVersion(String, at: SourcePosition)
  /// A key that its owner (a route, a gate, …) does not have.
  case unknownKey(
    String, owner: String, nearest: String?, known: [String], at: SourcePosition)
  /// A required key of the owner; `needs` names it or lists the alternatives.
  case missingKey(needs: String, owner: String, at: SourcePosition)
  /// A key whose value is `~`, `null` or missing.
  case missingValue(key: String, expected: String, at: SourcePosition)
  /// A text, list or mapping where something else is expected.
  case wrongType(key: String, expected: String, found: String, at: SourcePosition)
  /// A value that the key does not allow; `expected` describes the allowed ones.
  case badValue(
    key: String, value: String, expected: String, nearest: String?, at: SourcePosition)
  /// Two keys that exclude each other.
  case keyConflict(key: String, with: String, otherAt: SourcePosition, at: SourcePosition)
  /// A name with invalid characters, or longer than `FileLimits.nameBytesMax`.
  case invalidName(String, key: String, isParameter: Bool, at: SourcePosition)
  /// The same text twice in a list.
  case duplicateItem(String, key: String, existingAt: SourcePosition, at: SourcePosition)
  /// An invalid expression of a query item.
  case pattern(PatternError)
  /// A path parameter's type with a `?`, which only query items allow.
  case optionalPathParameter(String, at: SourcePosition)
  /// More errors than `FileLimits.errorsMax` in one file; the rest is not reported.
  case tooManyErrors(at: SourcePosition)
}
