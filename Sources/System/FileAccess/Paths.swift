/// Joins a folder and a name with one slash.
package func joined(_ folder: String, _ name: String) -> String {
  folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
}

/// The folder of a path, without a trailing slash; `.` for a bare name.
package func parentFolder(_ path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
}

/// Resolves a path found in a file: relative to the file's folder, unless it is absolute.
package func path(_ path: String, relativeTo file: String) -> String {
  guard path.utf8.first != UInt8(ascii: "/"),
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
  else { return path }
  return String(decoding: file.utf8[...slash], as: UTF8.self) + path
}
