public import Commands
import Diagnostics
public import Journal

/// An app with the files that it was built from.
public struct ServedApp {
  /// The app.
  public let app: LoadedApp
  /// The route files, sorted by path.
  public let files: [DefinitionFile]
  /// Distinguishes apps that behave differently: a hash of the files and of the definition's
  /// behaviour.
  let digest: [UInt8]

  /// Combines an app with its files.
  public init(_ app: LoadedApp, files: [DefinitionFile]) {
    self.app = app
    self.files = files
    var hashes = (FNV(), FNV())
    func add(_ bytes: some Sequence<UInt8>) {
      hashes.0.add(bytes)
      hashes.1.add(bytes)
      hashes.1.add(CollectionOfOne(UInt8(0x5A)))
    }
    for file in files {
      add(file.path.utf8)
      add(file.bytes)
    }
    add(app.definition.behaviourFingerprint.utf8)
    digest = [hashes.0.value, hashes.1.value].flatMap { value in
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
    }
  }

  /// This app on the definition object of another one that behaves the same.
  func onDefinition(of other: ServedApp) -> ServedApp {
    ServedApp(
      LoadedApp(
        other.app.definition, factories: app.factories, commands: app.commands, source: app.source),
      files: files)
  }

  /// The digest in hexadecimal digits.
  var digestText: String {
    digest.map { zeroPadded($0, 2, radix: 16) }.joined()
  }
}
