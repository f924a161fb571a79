public import Diagnostics
import FileAccess
import JSONCodec
public import PlatformLinks

extension AssetLinks {
  /// Reads a file `assetlinks.json`.
  /// - Returns: `nil` if it cannot be read or is not JSON, with the faults in file order.
  public static func read(path: String) -> (links: AssetLinks?, faults: [Diagnostic]) {
    do throws(FileError) {
      return parse(
        try readFile(path, bytesMax: AssociationLimits.bytesMax, allowsPipes: true), file: path)
    } catch {
      return (nil, [error.diagnostic])
    }
  }

  /// Parses the text of a file `assetlinks.json`.
  /// - Parameter file: The name of the file in positions.
  /// - Returns: `nil` if it is not a JSON array, with the faults in file order.
  public static func parse(
    _ bytes: [UInt8], file: String
  ) -> (links: AssetLinks?, faults: [Diagnostic]) {
    var faults = BoundedDiagnostics.ofAssociation
    guard let json = associationJSON(bytes, file: file, to: &faults) else {
      return (nil, faults.inOrder)
    }
    guard let elements = json.arrayValue else {
      faults.append(
        .wrongType(
          key: "the file", expected: .array, found: json.kind, isError: true, at: json.position))
      return (nil, faults.inOrder)
    }
    var reader = StatementReader(faults: faults)
    let statements = elements.compactMap { reader.statement($0) }
    return (AssetLinks(statements: statements), reader.faults.inOrder)
  }
}

/// Reads the statements of `assetlinks.json`.
struct StatementReader {
  var faults: BoundedDiagnostics

  /// Reads a statement; `nil` if it is not about an Android app, or not valid.
  mutating func statement(_ json: LocatedJSON) -> AssetLinks.Statement? {
    guard let object = json.members else {
      faults.append(
        .wrongType(
          key: "a statement", expected: .object, found: json.kind, isError: true,
          at: json.position))
      return nil
    }
    if let include = object.member("include") {
      faults.append(.include(at: include.position))
      return nil
    }
    object.reportUnknownKeys(
      ["relation", "target", "relation_extensions"], of: "a statement", to: &faults)
    let relations: [LocatedJSON]? = required("relation", .array, of: object, "the statement") {
      $0.arrayValue
    }
    let target: LocatedObject? = required("target", .object, of: object, "the statement") {
      $0.members
    }
    guard let relations, let target else { return nil }
    let relationTexts = texts(in: relations, of: "relation", to: &faults).map(\.text)
    let namespace = required("namespace", .text, of: target, "the target") { $0.textBytes }
    // Statements about websites have nothing to do with links.
    guard namespace == Array("android_app".utf8) else { return nil }
    target.reportUnknownKeys(
      ["namespace", "package_name", "sha256_cert_fingerprints"], of: "the target", to: &faults)
    let package = required("package_name", .text, of: target, "the target") { $0.textBytes }
    let fingerprints: [LocatedJSON]? = required(
      "sha256_cert_fingerprints", .array, of: target, "the target"
    ) { $0.arrayValue }
    guard let package, let fingerprints else { return nil }
    return AssetLinks.Statement(
      relations: relationTexts, package: package, fingerprints: checked(fingerprints),
      dynamicRules: dynamicRules(of: object), at: json.position)
  }

  /// The value of a required key; its absence is reported.
  private mutating func required<Value>(
    _ key: String, _ expected: JSONKind, of object: LocatedObject, _ owner: String,
    _ read: (LocatedJSON) -> Value?
  ) -> Value? {
    guard object[key] != nil else {
      faults.append(.missingKey(key, owner: owner, isError: true, at: object.position))
      return nil
    }
    return object.value(key, expected, isError: true, to: &faults, read)
  }

  /// The fingerprints; those of another form are reported and kept.
  private mutating func checked(_ elements: [LocatedJSON]) -> [[UInt8]] {
    texts(in: elements, of: "sha256_cert_fingerprints", to: &faults).map { text, position in
      let pairs = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      let isValid =
        pairs.count == 32
        && pairs.allSatisfy { pair in
          pair.count == 2 && pair.allSatisfy("0123456789abcdefABCDEF".utf8.contains)
        }
      if !isValid {
        faults.append(.fingerprint(String(decoding: text, as: UTF8.self), at: position))
      }
      return text
    }
  }
}
