public import Diagnostics
public import FileAccess
public import JSONCodec

/// What is wrong in an association file or in `assetlinks.json`. The rest of the file is still
/// read.
public enum AssociationFault: Diagnostic, Hashable {
  /// The kinds of JSON values.
  public enum Kind: String, Sendable, Hashable {
    case null
    case boolean = "a boolean"
    case number = "a number"
    case text = "a text"
    case array = "an array"
    case object = "an object"
  }

  /// The file could not be read.
  case file(FileError)
  /// The file is not JSON, or is nested too deeply or too large to be read.
  case json(JSONError)
  /// The file is signed: it starts as DER, not as JSON.
  case signed(at: SourcePosition)
  /// The file has more bytes than Apple accepts.
  case tooLarge(bytes: Int, at: SourcePosition)
  /// A value of another kind. What it belongs to is ignored: `isError` if links depend on it.
  case wrongType(key: String, expected: Kind, found: Kind, isError: Bool, at: SourcePosition)
  /// A key that the system ignores.
  case unknownKey(String, owner: String, nearest: String?, at: SourcePosition)
  /// The same key twice in one object; the last one is used.
  case duplicateKey(String, existingAt: SourcePosition, at: SourcePosition)
  /// A missing key, without which its owner has no effect.
  case missingKey(String, owner: String, isError: Bool, at: SourcePosition)
  /// An empty `appIDs`, which hides the `appID` at `appIDAt`.
  case hiddenAppID(appIDAt: SourcePosition, at: SourcePosition)
  /// `paths` in an entry with `components`.
  case hiddenPaths(componentsAt: SourcePosition, at: SourcePosition)
  /// A value in a `?` object that is not a text, which switches the object off.
  case queryOff(item: String, found: Kind, at: SourcePosition)
  /// `$(name)` without such a variable: the pattern matches nothing.
  case undefinedVariable(String, nearest: String?, at: SourcePosition)
  /// `$(` without `)`.
  case unclosedVariable(at: SourcePosition)
  /// A variable whose name no pattern can contain.
  case variableName(String, at: SourcePosition)
  /// A variable with the name of a built-in one.
  case builtInVariable(String, at: SourcePosition)
  /// A variable's value with `$(`, which is literal there.
  case nestedVariable(String, at: SourcePosition)
  /// A pattern that needs more states than `Glob.statesMax`.
  case patternTooLarge(states: Int, at: SourcePosition)
  /// A component's path that starts with `NOT `, which has a meaning only in `paths`.
  case literalNot(String, at: SourcePosition)
  /// A pattern of a path as written with `#`, which a path cannot contain.
  case fragmentInPath(String, at: SourcePosition)
  /// A text that is no SHA-256 fingerprint.
  case fingerprint(String, at: SourcePosition)
  /// A list of dynamic rules that is empty, or malformed at `at`, so that none of them is used.
  case dynamicRules(isEmpty: Bool, at: SourcePosition)
  /// A statement that includes another file, which is not read.
  case include(at: SourcePosition)
  /// More faults than `AssociationLimits.faultsMax`; the rest is not reported.
  case tooManyFaults(at: SourcePosition)
}

/// The limits of association files.
public enum AssociationLimits {
  /// The bytes of an association file that Apple accepts: 128 KiB.
  public static let appleBytesMax = 131_072
  /// The bytes of a file that are read.
  public static let bytesMax = jsonBytesMax
  /// The faults that are reported for one file.
  public static let faultsMax = 100
}

/// The faults of one file, limited in number.
struct FaultList {
  private(set) var faults: [AssociationFault] = []

  /// Appends a fault; the first one beyond the limit is replaced by one that says so.
  mutating func append(_ fault: AssociationFault) {
    guard faults.count <= AssociationLimits.faultsMax else { return }
    if faults.count == AssociationLimits.faultsMax, let position = fault.position {
      faults.append(.tooManyFaults(at: position))
    } else {
      faults.append(fault)
    }
  }

  /// In the order of the file, with the fault for too many last.
  var inOrder: [AssociationFault] {
    let kept = faults.prefix(AssociationLimits.faultsMax).sorted { left, right in
      guard let first = left.position, let second = right.position else { return false }
      return first < second
    }
    return kept + faults.dropFirst(AssociationLimits.faultsMax)
  }
}
