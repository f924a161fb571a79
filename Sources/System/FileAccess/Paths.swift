/// A name in a folder as one path.
package func joined(_ folder: String, _ name: String) -> String {
  folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
}

/// The folder of a path, without the slash at its end; `.` for a bare name.
package func parentFolder(_ path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
}

/// What a path means that stands in a file: relative to the file's folder, unless it is absolute.
package func path(_ path: String, besides file: String) -> String {
  guard path.utf8.first != UInt8(ascii: "/"),
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
  else { return path }
  return String(decoding: file.utf8[...slash], as: UTF8.self) + path
}
