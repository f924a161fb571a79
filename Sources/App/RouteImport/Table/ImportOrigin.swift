import Diagnostics

/// What an import is named after: the command and the path of its source.
package enum ImportOrigin {
  /// The command that imports a source. Spellings of a path that name the same file, such as
  /// `a.csv` and `./a.csv`, give the same command.
  package static func command(_ kind: ImportKind, _ path: String) -> String {
    "\(commandStart) \(kind.rawValue) \(normalized(path))"
  }

  /// The name of a source, without folders and ending.
  package static func name(_ path: String) -> String {
    let name = pathSegments(normalized(path)).last ?? ""
    let stem = name.utf8.split(separator: UInt8(ascii: ".")).first
      .map { String(decoding: $0, as: UTF8.self) }
    return stem.flatMap { $0 == "-" ? nil : $0 } ?? "imported"
  }

  /// A command of a route file, whose path may have another spelling.
  static func normalized(command: String) -> String {
    let words = command.utf8.split(separator: UInt8(ascii: " "), maxSplits: 3)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4, let kind = ImportKind(rawValue: words[2]),
      sameBytes(words[..<2].joined(separator: " "), commandStart)
    else { return command }
    return Self.command(kind, words[3])
  }

  /// The path without `.`, repeated slashes, and folders that `..` leaves. Links of the file system
  /// are not followed.
  private static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var result: [String] = []
    for segment in pathSegments(path) where segment != "." {
      if segment == "..", let last = result.last, last != ".." {
        result.removeLast()
      } else if segment != ".." || !isAbsolute {
        result.append(segment)
      }
    }
    let text = result.joined(separator: "/")
    return isAbsolute ? "/" + text : text.isEmpty ? "." : text
  }

  private static let commandStart = "signalbox import"
}
