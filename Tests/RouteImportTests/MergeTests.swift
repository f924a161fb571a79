import Diagnostics
import RouteFiles
import RouteImport
import Testing

/// Importing again into a file that was edited.
struct MergeTests {
  private static func text(_ csv: String) throws -> String {
    try Imported(.csv, csv).text
  }

  private func merge(_ old: String, _ new: String, edit: (String) -> String) throws -> ImportMerge {
    let last = try Self.text(old)
    let merge = try ImportMerge(
      last: Array(last.utf8), edited: Array(edit(last).utf8), file: "app.yaml",
      new: try Self.text(new))
    let (plugin, errors) = RouteFolder.parse(Array(merge.text.utf8), file: "app.yaml")
    #expect(errors.isEmpty && plugin != nil, "\(errors)\n\(merge.text)")
    return merge
  }

  /// A change of the source, an edit (a text of the file and its replacement), and the difference.
  static let rows: [(old: String, new: String, edit: (String, String), difference: [String])] = [
    ("/,Home\n", "/,Home\n", ("Home: {}", "Home: { title: Start }"), []),
    (
      "/,Home\n/a,A\n", "/,Home\n/a,B\n", ("A: {}", "A: {}"),
      ["-   - { path: /a, screen: A }", "+   - { path: /a, screen: B }", "-   A: {}", "+   B: {}"]
    ),
    // Another key of the same route.
    (
      "/,Home\n/a,A\n/b,A\n", "/,Home\n/a,B\n/b,A\n",
      ("/a, screen: A", "/a, screen: A, parents: [/]"),
      [
        "-   - { path: /a, screen: A, parents: [/] }",
        "+   - { path: /a, screen: B, parents: [/] }",
        "+   B: {}",
      ]
    ),
    // A new route is after the one ahead of it, whatever the editor added there.
    (
      "/,Home\n/z,Z\n", "/,Home\n/m,M\n/z,Z\n",
      ("  - { path: /z", "  # mine\n  - { path: /x, redirect: /z }\n  - { path: /z"),
      ["+   - { path: /m, screen: M }", "+   M: {}"]
    ),
    // A new section.
    (
      "/,Home\n/a,A\n", "/,Home\n/a,A,login\n", ("Home: {}", "Home: {}"),
      [
        "+ gates:", "+   login: { challenge: /login }",
        "+   - { path: /login, screen: Login, as: sheet }",
        "-   - { path: /a, screen: A }", "+   - { path: /a, screen: A, gates: login }",
        "+   Login: {}",
      ].sorted()
    ),
    // What the editor deleted stays deleted; what the source no longer has is removed.
    (
      "/,Home\n/a,A\n/b,B\n", "/,Home\n/a,A\n", ("  - { path: /a, screen: A }\n", ""),
      ["-   - { path: /b, screen: B }", "-   B: {}"]
    ),
  ]

  @Test(arguments: rows.indices)
  func `an edited file takes the changes of the source`(index: Int) throws {
    let row = Self.rows[index]
    let merge = try merge(row.old, row.new) { $0.replacing(row.edit.0, with: row.edit.1) }
    let isSection = row.difference.contains("+ gates:")
    #expect((isSection ? merge.difference.sorted() : merge.difference) == row.difference)
    #expect(merge.remarks.isEmpty)
    let edited = row.edit.1.split(separator: "\n").last.map(String.init) ?? ""
    if row.difference.isEmpty { #expect(merge.text.contains(edited)) }
  }

  @Test func `an edit of what the source changes is kept, with a remark`() throws {
    let merge = try merge("/,Home\n/a,A\n/b,A\n", "/,Home\n/a,C\n/b,A\n") {
      $0.replacing("/a, screen: A", with: "/a, screen: Mine").replacing(
        "  A: {}", with: "  A: {}\n  Mine: {}")
    }
    #expect(merge.text.contains("{ path: /a, screen: Mine }"))
    #expect(
      merge.remarks.map(\.message) == [
        "'/a' is changed: the edited text is kept, and the source has 'C' for 'screen' now"
      ])
    let removed = try self.merge("/,Home\n/a,A\n", "/,Home\n") {
      $0.replacing("/a, screen: A", with: "/a, screen: A, parents: [/]")
        .replacing("A: {}", with: "A: { title: x }")
    }
    #expect(removed.text.contains("/a, screen: A, parents: [/]"))
    #expect(
      removed.remarks.map(\.message) == [
        "'/a' is changed: the edited text is kept, and the source no longer has it",
        "'A' is changed: the edited text is kept, and the source no longer has it",
      ])
  }

  @Test func `comments of the editor stay, those of the import follow it`() throws {
    let merge = try merge("/,Home\n/:a,A\n/:b,B\n/x,X\n", "/,Home\n/:a,A\n/x,X\n/y(,Y\n") {
      $0.replacing("  - { path: /x", with: "  # Mine.\n\n  - { path: /x")
        + "# The end.\n"
    }
    #expect(merge.text.contains("  # Mine.\n\n  - { path: /x"))
    #expect(merge.text.hasSuffix("# The end.\n"))
    #expect(!merge.text.contains("'/:b' is dropped"))
    #expect(merge.text.contains("'/y(' is dropped"))
  }

  @Test func `importing again without a change keeps every byte`() throws {
    let csv = "/,Home\n/a,A,login\n/:b,B\n/:c,C\n"
    let edited =
      try Self.text(csv).replacing("routes:\n", with: "routes:\n\n  # Mine.\n")
      + "\n# The end\n"
    let merge = try merge(csv, csv) { _ in edited }
    #expect(merge.text == edited)
    #expect(merge.difference == [])
  }

  @Test func `lines that end in CR LF still do`() throws {
    let last = try Self.text("/,Home\n/a,A\n")
    let edited = last.replacing("A: {}", with: "A: { title: x }").replacing("\n", with: "\r\n")
    let merge = try ImportMerge(
      last: Array(last.utf8), edited: Array(edited.utf8), file: "app.yaml",
      new: try Self.text("/,Home\n/a,A\n/b,A\n"))
    #expect(merge.difference == ["+   - { path: /b, screen: A }"])
    #expect(merge.text.contains("A: { title: x }\r\n"))
    #expect(!merge.text.replacing("\r\n", with: "").utf8.contains(0x0A))
  }

  @Test func `a file with errors or two declarations on a line is not changed`() throws {
    for edit in [
      ("screens:\n", "screens: {"), ("  Home: {}\n  A: {}\n", "  { Home: {}, A: {} }\n"),
    ] {
      let error = #expect(throws: ImportError.self) {
        try merge("/,Home\n/a,A\n", "/,Home\n") { $0.replacing(edit.0, with: edit.1) }
      }
      #expect(error?.code == .importSource)
    }
  }
}
