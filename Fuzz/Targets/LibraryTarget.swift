import CSignalbox
import JSONCodec
import LibraryTestSupport
import SignalboxLibrary

/// libsignalbox, called as C calls it.
enum LibraryTarget {
  /// - Parameter bytes: A route file, and after a line `---` links, one per line. The layouts of a
  ///   column have the same answers, which agree with those for single links.
  static func fault(of bytes: [UInt8]) -> String? {
    let files = parts(of: bytes[...], count: 2)
    var text = signalbox_text()
    let app = Array(files[0]).withUnsafeBytes { file in
      file.baseAddress.flatMap { signalbox_read("input.yaml", $0, file.count, &text) }
    }
    defer { signalbox_text_free(&text) }
    guard let app else { return nil }
    defer { signalbox_free(app) }
    guard text.bytes == nil else { return "an app with errors" }
    let lines = files[1].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(linksTriedMax)
    // A line of one byte is a null.
    let links: [[UInt8]?] = lines.map { $0.count == 1 ? nil : Array($0) }
    var first: [LinkTestAnswer?]?
    for (offset, layout) in LinkTestColumn.Layout.allCases.enumerated() {
      guard let found = answers(app, LinkTestColumn(links, layout, offset: offset)) else {
        return "a column was not released once"
      }
      guard found.error.isEmpty, found.rows.count == links.count else {
        return "the column was refused: \(found.error)"
      }
      guard first ?? found.rows == found.rows else { return "two layouts differ" }
      first = found.rows
    }
    for (link, answer) in zip(links, first ?? []) {
      guard let link else {
        guard answer == nil else { return "an answer to a null" }
        continue
      }
      guard let answer else { return "no answer to a link" }
      var text = signalbox_text()
      defer { signalbox_text_free(&text) }
      let isResolved = link.withUnsafeBufferPointer { link in
        link.withMemoryRebound(to: CChar.self) { link in
          link.baseAddress.map { signalbox_resolve(app, $0, link.count, &text) }
            ?? signalbox_resolve(app, "", 0, &text)
        }
      }
      guard isResolved == (answer.error == nil), isResolved == (answer.route != nil) else {
        return "a column and a single link differ"
      }
    }
    return logFault(of: links, app)
  }

  /// Checks the lines as a log, and the links as those that the lines of another log have.
  private static func logFault(of lines: [[UInt8]?], _ app: OpaquePointer) -> String? {
    let opened = lines.enumerated().map { index, line in
      line.map { link in
        let text = JSON.string(String(decoding: link, as: UTF8.self))
        let members: [JSON.Member] = [
          .init("session", JSON(index % sessionCount)), .init("event", "link"), .init("link", text),
        ]
        return Array(JSON.object(members).text.utf8)
      }
    }
    for log in [lines, opened] {
      var first: (rows: [VerdictTestRow], errors: String)?
      for (offset, layout) in LinkTestColumn.Layout.allCases.enumerated() {
        guard let found = verdicts(app, LinkTestColumn(log, layout, offset: offset)) else {
          return "a log was not released once, or a verdict contradicts itself"
        }
        guard first ?? found == found else { return "two layouts of a log differ" }
        guard found.errors.isEmpty || found.rows.isEmpty else { return "verdicts beside errors" }
        first = found
      }
    }
    return nil
  }
}

/// The sessions of a log that is made of links.
private let sessionCount = 11
private let linksTriedMax = 200
