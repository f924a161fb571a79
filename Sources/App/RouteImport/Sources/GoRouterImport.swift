import Diagnostics
import Navigation

/// The paths that go_router prints when `debugLogDiagnostics` is on:
///
///     flutter: [GoRouter] Full paths for routes:
///     ├─/ (HomeScreen)
///     │ └─/items/:id (ItemScreen)
///     └─ (ShellRoute)
///     known full paths for route names:
///       home => /
///
/// Earlier versions print `=> /items/:id` for each path. Other lines of the log are ignored.
enum GoRouterImport {
  /// Reads a log.
  /// - Throws: `format` if it has no paths.
  static func table(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ImportedTable {
    var paths: [(path: Located<String>, screen: String)] = []
    var names: [TextBytes: String] = [:]
    var part = Part.others
    for (number, bytes) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let line = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      if line.utf8.contains("ull paths for routes:".utf8) {
        // Of several starts of the app, the last one counts.
        (part, paths, names) = (.paths, [], [:])
      } else if line.utf8.contains("full paths for route names:".utf8) {
        part = .names
      } else if part == .paths, let found = path(line) {
        let column = line.unicodeScalars.count - found.text.unicodeScalars.count + 1
        let position = SourcePosition(file: file, line: number + 1, column: column)
        let words = found.text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
          .map { String(decoding: $0, as: UTF8.self) }
        let screen = words.count == 2 ? words[1].dropping(first: 1, last: 1) : ""
        paths.append((Located(words[0], at: position), screen))
      } else if part == .names, let found = path(line), let name = found.name {
        names[TextBytes(found.text)] = names[TextBytes(found.text)] ?? name
      } else if part == .names {
        part = .others
      }
    }
    guard !paths.isEmpty else {
      throw .format(
        "the log has no 'Full paths for routes:'",
        advice: "Start the app with 'debugLogDiagnostics: true' of GoRouter, and save its log.",
        at: SourcePosition(file: file, line: 1, column: 1))
    }
    var table = ImportedTable()
    for (path, screen) in paths {
      let builder = VueRouterImport.pattern(path.value)
      var draft = RouteDraft(path: Located(builder.pattern, at: path.position))
      // A builder that is declared to return any widget names none.
      let isNamed =
        !screen.isEmpty && !screen.hasBytePrefix("Widget") && !screen.hasBytePrefix("Page<")
      let name = isNamed ? screen : names[TextBytes(path.value)]
      draft.screen = Located(name ?? screenName(ofPattern: builder.pattern), at: path.position)
      var route = ImportedRoute(path, draft)
      route.note(renamed: builder.renamed)
      table.routes.append(route)
    }
    return table
  }

  private enum Part { case others, paths, names }

  /// What follows the last mark of a line, if it is a path, and the name ahead of the mark.
  private static func path(_ line: String) -> (name: String?, text: String)? {
    guard
      let mark = (line.utf8.ranges(of: "\u{2500}".utf8) + line.utf8.ranges(of: "=>".utf8))
        .max(by: { $0.lowerBound < $1.lowerBound })
    else { return nil }
    let text = String(line[mark.upperBound...]).trimmingBlanks
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let name = String(line[..<mark.lowerBound]).utf8.split(separator: UInt8(ascii: " ")).last
    return (name.map { String(decoding: $0, as: UTF8.self) }, text)
  }
}
