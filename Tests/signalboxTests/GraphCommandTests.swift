import Diagnostics
import FileAccess
import TestSupport
import Testing

@testable import signalbox

/// `signalbox graph`.
struct GraphCommandTests {
  /// A folder with the README's app, `Shop`.
  private func shop() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let shop = try folder.folder("Shop")
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    try writeFile(shop + "/shop.yaml", Array(yaml.text.utf8))
    return folder
  }

  @Test func `the page's pictures are those that its commands print`() throws {
    let page = try Page("docs/graph.md")
    var count = 0
    for (command, picture) in zip(page.blocks, page.blocks.dropFirst())
    where command.kind == "sh" && picture.kind != "sh" {
      let text = try ShellSession.output(of: command.lines.joined(separator: "\n"), in: shop())
      #expect(text == picture.text + "exit 0\n", "\(command.text)")
      count += 1
    }
    #expect(count == 3)
    #expect(DiagnosticCode.graphDrawing.page == "docs/graph.md")
    #expect(page.text.contains(DiagnosticCode.graphDrawing.rawValue))
  }

  @Test func `the page names every picture and format`() throws {
    let page = try Page("docs/graph.md").text
    for word in Option.subject.choices + GraphFormat.words { #expect(page.contains("`\(word)`")) }
  }

  @Test(arguments: ["tree", "taps", "routes", "gates"])
  func `the bundled app becomes SVG that is XML and fits on a page`(subject: String) throws {
    let folder = try TemporaryFolder()
    let text = try ShellSession.output(
      of: """
        signalbox graph --of \(subject) --format svg $R > graph.svg && python3 -c '
        import xml.etree.ElementTree as tree
        svg = tree.parse("graph.svg").getroot()
        print(svg.tag, float(svg.get("width").removesuffix("pt")) * 4 / 3 <= 1400)'
        """, in: folder)
    #expect(text == "{http://www.w3.org/2000/svg}svg True\nexit 0\n")
  }

  @Test func `the same files give the same text, DOT and Mermaid`() throws {
    let text = try ShellSession.output(
      of: """
        for format in text dot mermaid; do for subject in tree taps routes gates; do
        signalbox graph --of $subject --format $format $R > 1
        signalbox graph --of $subject --format $format $R > 2
        cmp 1 2 && test -s 1 || echo "$subject $format"
        done; done
        """, in: TemporaryFolder())
    #expect(text == "exit 0\n")
  }

  @Test func `without Graphviz the error says what to install`() throws {
    let text = try ShellSession.output(
      of: """
        P=$(command -v signalbox)
        PATH=/nowhere $P graph --format svg Shop; echo is $?
        PATH=/nowhere $P graph --format dot Shop | head -1
        """, in: shop())
    #expect(
      text.hasPrefix(
        """
        error[graph/drawing]: Graphviz, which draws SVG, was not found: cannot start 'dot': No such \
        file or directory. Install the package graphviz, or use --format dot, mermaid or text.
        is 2

        """), "\(text)")
  }

  @Test func `a failure of Graphviz is reported with its first line, escaped`() throws {
    let text = try ShellSession.output(
      of: """
        printf '#!/bin/sh\\nprintf "no\\\\033[1m font\\\\nmore\\\\n" >&2; exit 7\\n' > dot
        chmod +x dot; PATH=$F:$PATH signalbox graph --format svg Shop
        """, in: shop())
    #expect(
      text == """
        error[graph/drawing]: 'dot' ended with exit code 7: no\\u{1b}[1m font. Use --format dot, \
        mermaid or text.
        exit 2

        """)
  }

  @Test func `scripts mark what they visit, and their failures follow`() throws {
    let folder = try shop()
    try folder.file("ok.nav", "tap first\n")
    try folder.file("bad.nav", "login ada\nopen /nowhere\n")
    let text = try ShellSession.output(
      of: """
        signalbox graph --of taps --visited ok.nav Shop; echo is $?
        signalbox graph --of gates --visited ok.nav --visited bad.nav Shop 2> errors; echo is $?
        head -1 errors
        signalbox graph --visited none.nav Shop > /dev/null
        """, in: folder)
    #expect(
      text == """
        account  stack, gate login
        ├─ Account
        └─ Order
        home  stack
        ├─ ✓ Home
        │  ├─ ✓ first  → Item
        │  └─ account  tab account
        └─ ✓ Item
           └─ orders  → Order
        the visible stack
        └─ Login
        is 0
        ✓ login  gate
        ├─ challenge  /login  → Login
        ├─ links wait  10m
        └─ guards account  stack
        is 1
        bad.nav:2:1: error[script/refused]: 'open /nowhere' was refused: no route matches \
        '/nowhere': 'why /nowhere' lists the nearest ones. If intended, write 'expect outcome \
        refused(not-found)' on the next line.
        error[file/unreadable]: cannot read 'none.nav': there is no such file or folder. Check the \
        spelling and the working directory.
        exit 2

        """)
  }

  @Test func `every command accepts only its own formats`() throws {
    let text = try ShellSession.output(
      of: "signalbox graph --format sarif Shop; signalbox check --format svg Shop", in: shop())
    #expect(
      text == """
        error[usage/option]: --format does not take 'sarif'. Use one of text, svg, dot, mermaid.
        error[usage/option]: --format does not take 'svg'. Use one of text, json, sarif, github, junit.
        exit 2

        """)
  }

  @Test func `an app without gates has no picture of them`() throws {
    let folder = try TemporaryFolder()
    let text = try ShellSession.output(
      of: """
        printf 'signalbox: 1\\nplugin: a\\ncoordinators: { a: { kind: stack, start: / } }\\n' > a.yaml
        printf 'routes: [{ path: /, screen: A }]\\nscreens: { A: {} }\\n' >> a.yaml
        signalbox graph --of gates a.yaml; signalbox graph --of gates --format dot a.yaml | tail -1
        """, in: folder)
    #expect(text == "this app has no gates\n}\nexit 0\n")
  }
}
