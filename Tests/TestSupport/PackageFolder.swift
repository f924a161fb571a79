import FileAccess

/// The package's folder: three above this file.
public let packageFolder: String = "/" + components.dropLast(3).joined(separator: "/")

/// The folder of test data that is too large for the package: the one that `SIGNALBOX_CORPORA`
/// names, or `shared/corpora` beside the package; it may be missing.
public let corporaFolder: String =
  environment("SIGNALBOX_CORPORA")
  ?? "/" + components.dropLast(4).joined(separator: "/") + "/shared/corpora"

/// Whether it is there: tests that need it are skipped elsewhere, and the run says so.
public let hasCorpora: Bool = isFolder(corporaFolder)

private let components = #filePath.split(separator: "/")
