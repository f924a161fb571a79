/// Code that takes arbitrary bytes, run by libFuzzer (`make fuzz`) and by the tests on the corpus.
///
/// A target does not only look for traps: it also reports wrong results.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Links, one per line: parsing, resolution, and answers as text and JSON.
  case link
  /// Patterns, one per line, which form a table.
  case pattern
  /// A regular expression on the first line and subject texts on the others.
  case regex
  /// A route file.
  case routeFile = "route-file"
  /// A script.
  case script
  /// An association file or `assetlinks.json`.
  case association
  /// A pattern of an association file on the first line and texts on the others.
  case associationGlob = "association-glob"
  /// An association file, and after a line `---` a manifest, to compare with routes.
  case compare
  /// Choices of a table and of links, to compare the matcher with the oracle.
  case differential
  /// An Android manifest.
  case manifest
  /// Two globs of Android on the first lines and subject texts on the others.
  case glob
  /// A log of an app.
  case trace
  /// A kind of source of `import` on the first line, a source, and after a line `---` what it
  /// becomes.
  case `import`
  /// A route file, and after a line `---` links, one per line, for libsignalbox.
  case library
  /// The name of a file on the first line, then the file: links in a source.
  case source
  /// The files of the commands that search: their time counts.
  case work

  /// Runs the target on an input and returns a description of the fault, or `nil`.
  @MainActor public func fault(of bytes: [UInt8]) -> String? {
    switch self {
    case .link: LinkTarget.fault(of: bytes)
    case .pattern: PatternTarget.fault(of: bytes)
    case .regex: PatternTarget.fault(ofExpression: bytes)
    case .routeFile: RouteFileTarget.fault(of: bytes)
    case .script: ScriptTarget.fault(of: bytes)
    case .association: AssociationTarget.fault(ofFile: bytes)
    case .associationGlob: AssociationTarget.fault(ofGlob: bytes)
    case .compare: CompareTarget.fault(of: bytes)
    case .differential: DifferentialTarget.fault(of: bytes)
    case .manifest: ManifestTarget.fault(of: bytes)
    case .glob: GlobTarget.fault(of: bytes)
    case .trace: TraceTarget.fault(of: bytes)
    case .import: ImportTarget.fault(of: bytes)
    case .library: LibraryTarget.fault(of: bytes)
    case .source: SourceTarget.fault(of: bytes)
    case .work: WorkTarget.fault(of: bytes)
    }
  }
}

/// The files of an input, which lines `---` separate.
/// - Returns: As many as `count`; missing ones are empty, and the last holds the rest.
func parts(of bytes: ArraySlice<UInt8>, count: Int) -> [ArraySlice<UInt8>] {
  let separator = Array("\n---\n".utf8)
  var parts: [ArraySlice<UInt8>] = []
  var rest = bytes
  while parts.count < count - 1 {
    let cut = rest.indices.first { rest[$0...].starts(with: separator) } ?? rest.endIndex
    parts.append(rest[..<cut])
    rest = rest[cut...].dropFirst(separator.count)
  }
  return parts + [rest]
}
