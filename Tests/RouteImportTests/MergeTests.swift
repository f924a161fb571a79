import Diagnostics
import RouteFiles
import RouteImport
import Testing

/// Importing again into a file that was edited.
struct MergeTests {
  private static func text(_ csv: String) throws -> String {
    try Imported(.csv, csv).text
  }

  private func merge(
    _ old: String, _ new: String, elsewhere: [String] = [], edit: (String) -> String
  ) throws -> ImportMerge {
    let last = try Self.text(old)
    var settled = try Imported(.csv, new).settled
    let screens = elsewhere.map { "  \($0): {}\n" }.joined()
    let other = RouteFolder.parse(
      Array("signalbox: 1\nplugin: other\nscreens:\n\(screens)".utf8), file: "other.yaml")
    settled.join(other.plugin.map { [$0] } ?? [])
    let merge = try ImportMerge(
      last: Array(last.utf8), in: ".app.imported", edited: Array(edit(last).utf8), file: "app.yaml",
      new: RouteFileText.text(of: settled, command: "signalbox import"))
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
      merge.remarks.map(\.diagnostic.message) == [
        "'/a' is changed: the edited text is kept, and the source has 'C' for 'screen' now"
      ])
    let removed = try self.merge("/,Home\n/a,A\n", "/,Home\n") {
      $0.replacing("/a, screen: A", with: "/a, screen: A, parents: [/]")
        .replacing("A: {}", with: "A: { title: x }")
    }
    #expect(removed.text.contains("/a, screen: A, parents: [/]"))
    #expect(
      removed.remarks.map(\.diagnostic.message) == [
        "'/a' is changed: the edited text is kept, and the source no longer has it",
        "'A' is changed: the edited text is kept, and the source no longer has it",
      ])
  }

  /// What the source has after the route `/a` and the screen `A` were deleted, what other files
  /// declare, and the difference and remarks.
  static let deleted:
    [(new: String, elsewhere: [String], difference: [String], remarks: [String])] =
      [
        ("/,Home\n/a,A\n", [], [], []),
        ("/,Home\n", [], [], []),
        // The new screen is for the deleted route.
        (
          "/,Home\n/a,B\n", [], [],
          ["'/a' is dropped: it stays deleted, and the source has '{ path: /a, screen: B }' now"]
        ),
        (
          "/,Home\n/a,B\n/b,B\n", [], ["+   - { path: /b, screen: B }", "+   B: {}"],
          ["'/a' is dropped: it stays deleted, and the source has '{ path: /a, screen: B }' now"]
        ),
        // A new route shows the deleted screen.
        (
          "/,Home\n/a,A\n/b,A\n", [], ["+   - { path: /b, screen: A }", "+   A: {}"],
          ["the screen 'A' is added: a new route shows it again"]
        ),
        // The screens are in another file.
        (
          "/,Home\n/a,A\n/b,A\n/c,C\n", ["A", "C"],
          ["+   - { path: /b, screen: A }", "+   - { path: /c, screen: C }"], []
        ),
      ]

  @Test(arguments: deleted.indices)
  func `what the editor deleted stays deleted, with a remark if the source changes it`(
    index: Int
  ) throws {
    let row = Self.deleted[index]
    let merge = try merge("/,Home\n/a,A\n", row.new, elsewhere: row.elsewhere) {
      $0.replacing("  - { path: /a, screen: A }\n", with: "").replacing("  A: {}\n", with: "")
    }
    #expect(merge.difference == row.difference)
    #expect(merge.remarks.map(\.diagnostic.message) == row.remarks)
  }

  @Test func `a screen that the editor declares in Swift is not added again`() throws {
    // A route of the file still shows it.
    let merge = try merge("/,Home\n/a,A\n", "/,Home\n/a,A\n/b,A\n") {
      $0.replacing("  A: {}\n", with: "")
    }
    #expect(merge.difference == ["+   - { path: /b, screen: A }"])
    #expect(merge.remarks.isEmpty)
  }

  @Test func `a section that the editor deleted is added with what is new in it`() throws {
    let merge = try merge("/,Home\n", "/,Home\n/a,A\n", elsewhere: ["Home"]) {
      $0.replacing("screens:\n  Home: {}\n", with: "")
    }
    #expect(merge.text.contains("\n\nscreens:\n  A: {}\n"), "\(merge.text)")
  }

  @Test func `texts that only look the same are changes`() throws {
    let old =
      #"[{"path":"/","screen":"H"},{"path":"/:x","screen":"X"},{"path":"/a","redirect":"/é"}]"#
    let new = old.replacing("é", with: "e\u{301}")
    let last = try Imported(.json, old).text
    let merge = try ImportMerge(
      last: Array(last.utf8), in: ".app.imported", edited: Array(last.utf8), file: "app.yaml",
      new: try Imported(.json, new).text)
    #expect(
      sameBytes(merge.difference.last, "+   - { path: /a, redirect: '/e\u{301}' }"),
      "\(merge.difference)")
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

  @Test func `comments of the editor stay when their declarations change or are removed`() throws {
    let merge = try merge("/,Home\n/a,A\n/b,B\n/c,C\n", "/,Home\n/a,D\n/c,C\n") { text in
      text.replacing("  - { path: /b", with: "  # Above b.\n  - { path: /b")
        .replacing("A }", with: "A } # In '#a' # and more")
        .replacing("C: {}", with: "# Above C.\n  C: {} # stays") + "# The end.\n"
    }
    #expect(merge.text.contains("  - { path: /a, screen: D }  # In '#a' # and more\n"))
    #expect(merge.text.contains("  # Above b.\n  - { path: /c"))
    #expect(merge.text.hasSuffix("  # Above C.\n  C: {} # stays\n# The end.\n"), "\(merge.text)")
    // Above the last declaration; a `#` in quotes is text.
    let last = try self.merge("/,Home\n/b#b,B\n/c,C\n", "/,Home\n/b#b,E\n") { text in
      text.replacing("  C: {}", with: "  # Above C.\n  C: {}")
        .replacing("'/b#b', screen: B }", with: "'/b#b', screen: B, parents: ['/ #x'] }")
    }
    #expect(last.text.contains("  # Above C.\n"), "\(last.text)")
    #expect(
      last.text.contains("  - { path: '/b#b', screen: E, parents: ['/ #x'] }\n"), "\(last.text)")
  }

  @Test func `a route with a new path lacks what the editor gave to the old one`() throws {
    let merge = try merge("/,Home\n/orders/:id,Order\n", "/,Home\n/order/:id,Order\n") {
      $0.replacing("screen: Order }", with: "screen: Order, gates: login }")
        .replacing("coordinators:", with: "gates:\n  login: { challenge: / }\n\ncoordinators:")
    }
    #expect(
      merge.remarks.map(\.diagnostic.message) == [
        "'/orders/:id' is changed: the edited text is kept, and the source no longer has it",
        "'/order/:id' is changed: it lacks 'gates', which '/orders/:id' has for the same screen, "
          + "and which is no longer in the source",
      ])
    let line = try #require(merge.remarks.last?.position?.line)
    let lines = merge.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[line - 1] == "  - { path: /order/:id, screen: Order }")
    #expect(merge.remarks.last?.position?.file == "app.yaml")
  }

  /// The indentation of routes and screens.
  @Test(arguments: ["", "    "])
  func `new declarations are indented as those around them`(indent: String) throws {
    let merge = try merge("/,Home\n/a,A\n", "/,Home\n/a,B\n/b,C\n") { text in
      text.replacing("  - {", with: indent + "- {")
        .replacing("  Home: {}", with: "    Home: {}").replacing("  A: {}", with: "    A: {}")
    }
    #expect(merge.text.contains("\n\(indent)- { path: /a, screen: B }\n"), "\(merge.text)")
    #expect(merge.text.contains("\n\(indent)- { path: /b, screen: C }\n"))
    #expect(merge.text.contains("\n    Home: {}\n    B: {}\n    C: {}\n"))
  }

  @Test func `a conflict in what the import wrote is an error of that file`() throws {
    let text = try Self.text("/,Home\n")
    let error = #expect(throws: Diagnostic.self) {
      try ImportMerge(
        last: Array(("<<<<<<< ours\n" + text).utf8), in: ".app.imported", edited: Array(text.utf8),
        file: "app.yaml", new: text)
    }
    #expect(error?.position?.file == ".app.imported")
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
      last: Array(last.utf8), in: ".app.imported", edited: Array(edited.utf8), file: "app.yaml",
      new: try Self.text("/,Home\n/a,A\n/b,A\n"))
    #expect(merge.difference == ["+   - { path: /b, screen: A }"])
    #expect(merge.text.contains("A: { title: x }\r\n"))
    #expect(!merge.text.replacing("\r\n", with: "").utf8.contains(0x0A))
  }

  @Test func `a file with errors or two declarations on a line is not changed`() throws {
    for edit in [
      ("screens:\n", "screens: {"), ("  Home: {}\n  A: {}\n", "  { Home: {}, A: {} }\n"),
    ] {
      let error = #expect(throws: Diagnostic.self) {
        try merge("/,Home\n/a,A\n", "/,Home\n") { $0.replacing(edit.0, with: edit.1) }
      }
      #expect(error?.code == .importSource)
    }
  }
}
