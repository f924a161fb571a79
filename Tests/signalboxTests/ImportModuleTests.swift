import FileAccess
import TestSupport
import Testing

/// `signalbox import` of JavaScript modules.
struct ImportModuleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  /// A module, and what follows its name in the answer.
  static let modules: [(text: String, answer: String)] = [
    ("export default 1 +", "SyntaxError: "),
    (
      "export const x = 1, y = 2",
      "none of its exports linking, default has routes: it exports x, y; name one with "
        + "'--export'. Correct"
    ),
    ("throw new Error('no\\nway')", "Error: no. Correct"),
    ("setTimeout(() => { throw 7 }, 1); await new Promise(() => {})", "7. Correct"),
    // A mark that combines with the blank ahead of the message.
    ("throw '\u{301}no'", "\u{301}no. Correct"),
    ("process.exit(3); print('x')", "ReferenceError: print is not defined. Correct"),
    (
      "import 'missing-package'",
      "none of its exports linking, default has routes: it exports nothing. "
    ),
    (
      "export default { screens: { A: 'x'.repeat(9_000_000) } }",
      "its value has 9000"
    ),
    ("const f = () => f(); f()", "RangeError: "),
    (
      "const App = () => { const paths = { A: 'a' }; return <N linking={{ screens: paths }} /> }",
      "the object is inside a function, whose values it needs (ReferenceError: paths is not "
        + "defined): move it to the top of the file. Correct"
    ),
  ]

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"), arguments: modules.indices)
  func `a module that has no value is an error`(index: Int) throws {
    let row = Self.modules[index]
    try folder.file("m.mjs", row.text)
    let text = try output(of: "signalbox import react-navigation m.mjs")
    #expect(
      text.hasPrefix("error[import/module]: cannot evaluate 'm.mjs': " + row.answer), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `a module can print, and have cycles, functions and a router object`() throws {
    try folder.file(
      "m.mjs",
      """
      console.log('noise'); process.stdout.write('more')
      const meta = {}; meta.self = meta
      class Router { options = { routes: [
        { path: '/', name: 'home', component: () => 1, meta },
        { path: '/a/:n(\\\\d+)', component: { name: 'Page', setup() {} } }] } }
      export const router = new Router()
      setInterval(() => 0, 1000)
      """)
    let text = try output(of: "signalbox import vue-router m.mjs 2>report | grep 'path:'")
    #expect(
      text == """
          - { path: /, screen: home }
          - { path: '/a/:n(\\d+)', screen: Page }
        exit 0

        """)
  }

  @Test func `a module that others can write is not run`() throws {
    try folder.file("m.mjs", "export default { screens: { A: '' } }")
    let text = try output(of: "chmod go+w m.mjs; signalbox import react-navigation m.mjs")
    #expect(text.hasPrefix("error[file/unsafe]: "), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
    // A file that only has the name of an export is not part of it.
    let other = try output(
      of: "chmod go-w m.mjs; echo >linking; chmod 666 linking; "
        + "signalbox import react-navigation m.mjs 2>&1")
    #expect(other.hasSuffix("exit 0\n") || !ImportTests.hasNode, "\(other)")
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `a module sees no secret, and has no files, processes or network`() throws {
    try folder.file(
      "m.mjs",
      """
      const host = setTimeout.constructor('return process')()
      const tried = (name) => {
        try { return String(host.getBuiltinModule?.(name) ?? host.mainModule.require(name)) }
        catch (error) { return error.code }
      }
      const refused = (act) => { try { act(); return 'done' } catch (error) { return error.code } }
      const fs = host.binding
      export default { screens: { A: '', B: 'of/' + (host.env.TOKEN ?? 'none'), C: 'p/' +
        refused(() => host.binding('fs').open('/etc/passwd', 0, 0, undefined, {})) } }
      """)
    let text = try output(
      of: "TOKEN=hunter2 NODE_OPTIONS=--bad signalbox import react-navigation m.mjs 2>&1")
    #expect(text.contains("path: /of/none"), "\(text)")
    // Older versions have no permissions.
    let isNew = try output(of: "node -p 'parseInt(process.versions.node) >= 20'").hasPrefix("true")
    #expect(text.contains("path: /p/done") != isNew, "\(text)")
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `a module that is not finished loses no route in silence`() throws {
    try folder.file(
      "conflict.ts",
      "export default { screens: {\n<<<<<<< a\nA: '',\n=======\nA: 'b',\n>>>>>>> b\n} }")
    try folder.file("comma.ts", "export default { screens: { A: { path: 'a'\n exact: true } } }")
    try folder.file("await.mjs", "await new Promise(() => {}); export default { screens: {} }")
    let place = try output(of: "command -v tsc").hasSuffix("exit 0\n")
    for (name, cause) in [
      ("conflict.ts", place ? "conflict.ts:2:1: Merge conflict marker encountered" : "Syntax"),
      ("comma.ts", place ? "comma.ts:2:2: ',' expected" : "Syntax"),
      ("await.mjs", "it waits for a promise that nothing settles"),
    ] {
      let text = try output(of: "signalbox import react-navigation \(name)")
      #expect(text.hasPrefix("error[import/module]: cannot evaluate '\(name)': "), "\(text)")
      #expect(text.contains(cause) && text.hasSuffix("exit 2\n"), "\(text)")
    }
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `what a module starts ends with the time that it has`() throws {
    try folder.file("m.mjs", "import './b.mjs'; import { x } from './b.mjs'; export default { x }")
    try folder.file("b.mjs", "for (;;) {}")
    // The limit of the processor's time of this shell is the lower one.
    let text = try output(of: "ulimit -t 2; signalbox import react-navigation m.mjs")
    #expect(text.hasPrefix("error[import/module]: cannot evaluate 'm.mjs': "), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `a module that imports what others can write is not run`() throws {
    try folder.file("m.mjs", "import { x } from './dep.mjs'; export default { screens: { A: x } }")
    try folder.file("dep.mjs", "import c from './c.cjs'; export const x = c.path")
    try folder.file("c.cjs", "module.exports = { path: 'dep' }")
    #expect(try output(of: "signalbox import react-navigation m.mjs").contains("path: /dep"))
    for name in ["dep.mjs", "c.cjs"] {
      let text = try output(
        of: "chmod 666 \(name); signalbox import react-navigation m.mjs; chmod 600 \(name)")
      #expect(text.contains("and others can write '\(folder(name))'"), "\(text)")
    }
  }

  @Test func `code is refused by an option`() throws {
    try folder.file("m.mjs", "export default { screens: { A: '' } }")
    let text = try output(of: "signalbox import react-navigation m.mjs --no-code 2>&1")
    #expect(text.hasPrefix("error[import/module]: 'm.mjs' is a module, which is code"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
  }

  @Test func `without node the error says what to do`() throws {
    try folder.file("m.mjs", "export default { screens: { A: '' } }")
    let text = try output(
      of: "p=$(command -v signalbox); PATH=/nowhere \"$p\" import react-navigation m.mjs")
    #expect(text.contains("there is no program 'node'"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
  }
}
