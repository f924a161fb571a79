import FileAccess

/// The package's folder, three levels above this file.
public let packageFolder: String = "/" + components.dropLast(3).joined(separator: "/")

/// The folder of test data that is too large for the package: `SIGNALBOX_CORPORA`, or
/// `../shared/corpora`; it may not exist.
public let corporaFolder: String =
  environment("SIGNALBOX_CORPORA")
  ?? "/" + components.dropLast(4).joined(separator: "/") + "/shared/corpora"

/// Whether the folder exists; tests that need it are skipped otherwise.
public let hasCorpora: Bool = isFolder(corporaFolder)

/// The folder of schemas of other projects, next to that of test data; it may not exist.
public let schemasFolder: String = corporaFolder + "/../schemas"

private let components = #filePath.split(separator: "/")
