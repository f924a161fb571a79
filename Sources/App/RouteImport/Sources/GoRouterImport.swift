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
    // What the log writes ahead of each line, such as 'I/flutter (4711): '.
    var marginBytes = 0
    for (number, bytes) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let line = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      if line.utf8.contains("ull paths for routes:".utf8) {
        // Of several starts of the app, the last one counts.
        (part, paths, names) = (.paths, [], [:])
      } else if let title = line.utf8.ranges(of: "known full paths for route names:".utf8).first {
        part = .names
        marginBytes = line.utf8[..<title.lowerBound].count
      } else if part == .paths, let entry = entry(line) {
        let position = SourcePosition(file: file, line: number + 1, column: entry.column)
        paths.append((Located(entry.path, at: position), entry.note))
      } else if part == .names, let entry = entry(line) {
        let name = entry.head.dropping(first: marginBytes).trimmingBlanks
        if !name.isEmpty { names[TextBytes(entry.path)] = names[TextBytes(entry.path)] ?? name }
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
    for (index, (path, screen)) in paths.enumerated() {
      let builder = VueRouterImport.pattern(path.value)
      var draft = RouteDraft(path: Located(builder.pattern, at: path.position))
      // A builder that is declared to return any widget names none.
      let isNamed =
        !screen.isEmpty && !screen.hasBytePrefix("Widget") && !screen.hasBytePrefix("Page<")
      let name = isNamed ? screen : names[TextBytes(path.value)]
      draft.screen = Located(name ?? screenName(ofPattern: builder.pattern), at: path.position)
      var route = ImportedRoute(path, draft)
      route.note(renamed: builder.renamed)
      // The first one that matches, depth first, as the log lists them.
      route.order = SourceOrder(rank: index)
      table.routes.append(route)
    }
    return table
  }

  private enum Part { case others, paths, names }

  /// The path after the last mark of a line, with its column, the text ahead of the mark, and what
  /// is in parentheses at the end.
  private static func entry(
    _ line: String
  ) -> (head: String, path: String, column: Int, note: String)? {
    guard
      let mark = (line.utf8.ranges(of: "\u{2500}".utf8) + line.utf8.ranges(of: "=>".utf8))
        .max(by: { $0.lowerBound < $1.lowerBound })
    else { return nil }
    let rest = line.utf8[mark.upperBound...].drop { $0 == UInt8(ascii: " ") }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let column = line.unicodeScalars[..<rest.startIndex].count + 1
    var path = String(decoding: rest, as: UTF8.self).trimmingBlanks
    var note = ""
    if path.hasByteSuffix(")"), let open = path.utf8.ranges(of: " (".utf8).last {
      note = String(path[open.upperBound...]).dropping(last: 1)
      path = String(path[..<open.lowerBound])
    }
    return (String(line[..<mark.lowerBound]), path, column, note)
  }
}
