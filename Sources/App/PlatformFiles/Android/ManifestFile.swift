package import Diagnostics
import FileAccess
package import PlatformLinks

/// An `AndroidManifest.xml`: what it says about links, and what is wrong with it.
package struct ManifestFile: Sendable {
  /// The activities, as far as the file could be read; `nil` if it has no `<manifest>`.
  package let manifest: AndroidManifest?
  /// Errors, warnings and notes, in file order.
  package let findings: [Diagnostic]

  package init(path: String, _ substitutions: ManifestSubstitutions = ManifestSubstitutions()) {
    do throws(FileError) {
      self.init(
        try readFile(path, bytesMax: XMLLimits.fileBytesMax, allowsPipes: true), file: path,
        substitutions)
    } catch {
      self.init(manifest: nil, findings: [error.diagnostic])
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameter file: The name of the file, for positions.
  package init(
    _ bytes: [UInt8], file: String,
    _ substitutions: ManifestSubstitutions = ManifestSubstitutions()
  ) {
    let (root, fault) = XMLReader.read(bytes, file: file)
    var reader = ManifestReader(substitutions)
    let manifest = root.flatMap { reader.manifest(of: $0) }
    self.init(manifest: manifest, findings: reader.findings.inOrder + (fault.map { [$0] } ?? []))
  }

  private init(manifest: AndroidManifest?, findings: [Diagnostic]) {
    self.manifest = manifest
    self.findings = findings
  }
}
