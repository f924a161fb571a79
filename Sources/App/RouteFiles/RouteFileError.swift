public import Diagnostics
public import FileAccess

/// Why a route file, or a part of it, was refused: found while files are loaded, and collected.
public enum RouteFileError: Diagnostic, Hashable {
  /// What a text's bytes are instead of UTF-8 without a mark.
  public enum Encoding: Sendable, Hashable {
    case notUTF8
    case utf16
    case byteOrderMark
  }

  /// What YAML has and route files do without.
  public enum Feature: Sendable, Hashable, CaseIterable {
    case anchor
    case alias
    case tag
    case directive
    case mergeKey
    case keyWithoutText
    case severalDocuments
  }

  /// A bound of a file.
  public enum Bound: Sendable, Hashable, CaseIterable {
    case depth
    case nodes
    case scalarBytes
  }

  /// A folder has no file that ends in `.yaml`, `.yml` or `.json`.
  case noneFound(folder: String)
  /// A file or folder could not be read, or is too large.
  case file(FileError)
  /// A file handed over as bytes is over `FileLimits.fileBytesMax`.
  case tooLarge(bytes: Int, at: SourcePosition)
  /// The executable of `run` is not there.
  case executableMissing(path: String, at: SourcePosition)
  /// A file with `run`, its executable or a folder above them can be changed by others.
  case untrusted(offender: String, at: SourcePosition)
  /// Bytes that are no plain UTF-8.
  case encoding(Encoding, at: SourcePosition)
  /// A control character, or a line end that editors do not count.
  case controlCharacter(UInt32, at: SourcePosition)
  /// Nothing but blanks and comments.
  case empty(at: SourcePosition)

  /// What libyaml could not read, in its words.
  case syntax(problem: String, context: String?, isAtTab: Bool, at: SourcePosition)
  /// A part of YAML that route files do without.
  case unsupported(Feature, at: SourcePosition)
  /// A bound was passed.
  case limit(Bound, at: SourcePosition)
  /// One key twice in a mapping.
  case duplicateKey(String, existingAt: SourcePosition, at: SourcePosition)

  /// The format version is not 1.
  case version(found: String, at: SourcePosition)
  /// A key that the owner (a route, a gate, …) does not have.
  case unknownKey(
    String, owner: String, nearest: String?, known: [String], at: SourcePosition)
  /// A key that the owner must have; `needs` names it, or says which of several.
  case missingKey(needs: String, owner: String, at: SourcePosition)
  /// A key whose value is `~`, `null` or nothing.
  case missingValue(key: String, expected: String, at: SourcePosition)
  /// A text, list or mapping where something else is wanted.
  case wrongType(key: String, expected: String, found: String, at: SourcePosition)
  /// A text that the key does not take; `expected` lists or describes what it takes.
  case badValue(
    key: String, value: String, expected: String, nearest: String?, at: SourcePosition)
  /// Two keys of a route that exclude each other.
  case keyConflict(key: String, with: String, otherAt: SourcePosition, at: SourcePosition)
  /// A name with bytes that names do not have, or over `FileLimits.nameBytesMax`.
  case invalidName(String, key: String, isParameter: Bool, at: SourcePosition)
  /// One text twice in a list.
  case duplicateItem(String, key: String, existingAt: SourcePosition, at: SourcePosition)
  /// A path parameter's type with a `?`, which only query items take.
  case optionalPathParameter(String, at: SourcePosition)
  /// More errors than `FileLimits.errorsMax` in one file; the rest is not told.
  case tooManyErrors(at: SourcePosition)
}
