/// The package's folder: three above this file.
public let packageFolder: String = "/" + components.dropLast(3).joined(separator: "/")

/// The folder of test data that is too large for the package, beside the package; it may be
/// missing.
public let corporaFolder: String =
  "/" + components.dropLast(4).joined(separator: "/") + "/shared/corpora"

private let components = #filePath.split(separator: "/")
