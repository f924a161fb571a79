public import Commands
import JSONCodec
import Navigation

/// An app with the files that it was made of.
public struct ServedApp {
  /// A route file, as it was when the app was made.
  public struct File: Sendable, Hashable {
    /// Where it stood.
    public let path: String
    /// What stood in it.
    public let bytes: [UInt8]

    /// Names a file and what stands in it.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The app.
  public let app: LoadedApp
  /// The route files, in order of their paths.
  public let files: [File]
  /// Tells apart what behaves differently: of the files, and of what this program makes of them.
  let digest: [UInt8]

  /// Puts both together.
  public init(_ app: LoadedApp, files: [File]) {
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

  /// The same with the very definition of another that behaves alike.
  func onDefinition(of other: ServedApp) -> ServedApp {
    ServedApp(
      LoadedApp(
        other.app.definition, factories: app.factories, commands: app.commands, source: app.source),
      files: files)
  }

  /// The digest in hexadecimal digits.
  var digestText: String {
    digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
