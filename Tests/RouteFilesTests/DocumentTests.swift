import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

@testable import RouteFiles

/// docs/route-files.md agrees with the reader.
@Suite struct DocumentTests {
  private func reference() throws -> String {
    let bytes = try readFile("\(packageFolder)/docs/route-files.md", bytesMax: 1 << 20)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the bundled route files have no errors`() {
    let (plugins, errors) = RouteFolder.load(["\(packageFolder)/Routes"])
    // Ignores the permissions of the checkout, which others may be able to write.
    #expect(errors.filter { $0.code != .fileUnsafe }.map(\.summary) == [])
    #expect(plugins.count >= 6)
  }

  @Test func `the first example is a complete app`() throws {
    let examples = try reference().split(separator: "```yaml\n").dropFirst()
    let first = try #require(examples.first?.split(separator: "```").first)
    let plugin = try #require(parsed(String(first)).plugin)
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [plugin])
    } catch {
      Issue.record("\(error.diagnostics.map(\.summary))")
    }
  }

  @Test func `every example in the reference is valid`() throws {
    let pieces = try reference().split(separator: "```yaml\n").dropFirst()
    #expect(pieces.count >= 7)
    for piece in pieces {
      let example = String(
        piece.prefix(upTo: piece.firstRange(of: "```")?.lowerBound ?? piece.endIndex))
      let isWhole = example.utf8.starts(with: "signalbox".utf8)
      let (plugin, errors) = parsed(isWhole ? example : start + example)
      #expect(errors.map(\.summary) == [], "\(example)")
      #expect(plugin != nil)
    }
  }

  @Test func `every key is in the reference`() throws {
    let text = try reference()
    let keys =
      FileKey.allCases.map(\.rawValue) + GateKey.allCases.map(\.rawValue)
      + CoordinatorKey.allCases.map(\.rawValue) + RouteKey.allCases.map(\.rawValue)
      + ScreenKey.allCases.map(\.rawValue)
    for key in keys { #expect(text.contains("\n| `\(key)` | "), "\(key)") }
  }

  @Test func `every value is in the reference`() throws {
    let text = try reference()
    let values =
      CoordinatorKind.allCases.map(\.rawValue) + Presentation.allCases.map(\.rawValue)
      + RepeatPolicy.allCases.map(\.rawValue) + BackPolicy.allCases.map(\.rawValue)
      + TypeText.words
    for value in values { #expect(text.contains("\n| `\(value)` | "), "\(value)") }
    for leave in LeavePolicy.allCases { #expect(text.contains("`\(leave.rawValue)`")) }
  }

  @Test func `every error code is in the reference`() throws {
    let text = try reference()
    let rows =
      ErrorTests.yamlRows + ErrorTests.fileRows + ErrorTests.partRows + ErrorTests.routeRows
    let codes = Set(rows.flatMap { parsed($0.text).errors.map(\.code) }).union([
      .fileNoneFound, .fileUnreadable, .fileTooLarge, .fileUnsafe, .formatTooManyErrors,
    ])
    for code in codes { #expect(text.contains("\n| `\(code.rawValue)` | "), "\(code)") }
    #expect(codes.count == text.split(separator: "\n").count { isCodeRow($0) })
  }

  private func isCodeRow(_ line: Substring) -> Bool {
    ["file/", "yaml/", "format/", "name/", "pattern/"].contains {
      line.utf8.starts(with: "| `\($0)".utf8)
    }
  }
}
