import JSONCodec
import PlatformLinks

extension GeneratedKind {
  /// Whether replacing a file that exists loses nothing; `nil` for files with a comment that says
  /// who wrote them, which JSON cannot have.
  ///
  /// An association file must be about the same app alone, and links alone. An assetlinks.json
  /// must be about the same app alone, and its certificates must be among the new ones.
  func ownership(_ arguments: Arguments) -> (([UInt8]) -> Bool)? {
    switch self {
    case .aasa:
      let app = JSON.array([.string(appID(arguments))])
      return { bytes in
        guard let file = json(of: bytes), file.objectValue?.count == 1,
          let details = file["applinks"]?["details"]?.arrayValue
        else { return false }
        return details.allSatisfy { $0["appIDs"] == app }
      }
    case .assetlinks:
      let package = JSON.string(arguments.value(of: .package) ?? "")
      let new = fingerprints(arguments)
      let relation = JSON.array([.string(String(decoding: AssetLinks.linkRelation, as: UTF8.self))])
      return { bytes in
        guard let statements = json(of: bytes)?.arrayValue else { return false }
        return statements.allSatisfy { statement in
          let target = statement["target"]
          return statement["relation"] == relation
            && target?["package_name"] == package
            && target?["sha256_cert_fingerprints"]?.arrayValue?.allSatisfy {
              $0.stringValue.flatMap(Self.fingerprint).map(new.contains) ?? false
            } ?? false
        }
      }
    case .entitlements, .infoPlist, .manifest, .swift, .kotlin, .typescript: return nil
    }
  }
}

/// The identifier of an app at Apple: the team's, a dot and the bundle's.
func appID(_ arguments: Arguments) -> String {
  (arguments.value(of: .team) ?? "") + "." + (arguments.value(of: .bundle) ?? "")
}

/// The fingerprints given, in upper case with colons, each once.
func fingerprints(_ arguments: Arguments) -> [String] {
  arguments.values(of: .fingerprint).compactMap(GeneratedKind.fingerprint)
    .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
}

private func json(of bytes: [UInt8]) -> JSON? {
  try? JSON(parsing: bytes, bytesMax: outputBytesMax)
}
