import Diagnostics

/// What an import is named after: the command and the path of its source.
package enum ImportOrigin {
  /// The command that imports a source, as a shell reads it. Spellings of a path that name the same
  /// file, such as `a.csv` and `./a.csv`, give the same command.
  /// - Parameter options: The names and values of options that decide what is imported.
  package static func command(
    _ kind: ImportKind, _ path: String, _ options: [(name: String, value: String)] = []
  ) -> String {
    let words = options.flatMap { ["--" + $0.name, shellWord($0.value)] }
    return ([commandStart, kind.rawValue, shellWord(normalized(path))] + words)
      .joined(separator: " ")
  }

  /// The name of a source, without folders and ending.
  package static func name(_ path: String) -> String {
    let name = pathSegments(normalized(path)).last ?? ""
    let stem = name.utf8.split(separator: UInt8(ascii: ".")).first
      .map { String(decoding: $0, as: UTF8.self) }
    return stem.flatMap { $0 == "-" ? nil : $0 } ?? "imported"
  }

  /// A command of a route file without its options; its path may have another spelling.
  package static func normalized(command: String) -> String {
    let words = command.utf8.split(separator: UInt8(ascii: " "), maxSplits: 3)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4, let kind = ImportKind(rawValue: words[2]),
      sameBytes(words[..<2].joined(separator: " "), commandStart)
    else { return command }
    return Self.command(kind, path(of: words[3]))
  }

  /// The path that the rest of a command begins with, quoted or up to the first option.
  private static func path(of rest: String) -> String {
    let quote = UInt8(ascii: "'")
    var bytes = Array(rest.utf8)[...]
    guard bytes.first == quote else {
      let end = rest.utf8.ranges(of: " --".utf8).first?.lowerBound ?? rest.endIndex
      return String(rest[..<end])
    }
    var path: [UInt8] = []
    repeat {
      // A quote within the text is written as '\''.
      let text = bytes.dropFirst().prefix { $0 != quote }
      path += text
      bytes = bytes.dropFirst(text.count + 2)
      guard bytes.starts(with: "\\''".utf8) else { break }
      path.append(quote)
      bytes = bytes.dropFirst(2)
    } while true
    return String(decoding: path, as: UTF8.self)
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
