import CLibrary
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
    ("export const x = 1", "it exports none of linking, and no default. Export the object"),
    ("throw new Error('no\\nway')", "Error: no. Export the object"),
    ("setTimeout(() => { throw 7 }, 1); await new Promise(() => {})", "7. Export"),
    // A mark that combines with the blank ahead of the message.
    ("throw '\u{301}no'", "\u{301}no. Export the object"),
    ("process.exit(3)", "node ended with exit code 3. Export"),
    ("import 'missing-package'", "Error [ERR_MODULE_NOT_FOUND]"),
    (
      "export default { screens: { A: 'x'.repeat(9_000_000) } }",
      "its value has 9000020 bytes of JSON, more than 8388608. Export"
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
  func `a module sees no secret, and its processes end with it`() throws {
    try folder.file(
      "m.mjs",
      """
      import { spawn } from 'node:child_process'
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
      child.unref()
      export default { screens: { A: 'pid/' + child.pid, B: 'of/' + (process.env.TOKEN ?? 'none') } }
      """)
    let text = try output(
      of: "TOKEN=hunter2 NODE_OPTIONS=--bad signalbox import react-navigation m.mjs 2>&1")
    // A version that refuses to start processes says so, and has started none.
    guard !text.contains("ERR_ACCESS_DENIED") else { return }
    #expect(text.contains("path: /of/none"), "\(text)")
    let pid = try #require(text.firstMatch(of: /path: \/pid\/([0-9]+)/)?.1)
    #expect(kill(try #require(Int32(pid)), 0) != 0)
  }

  @Test(.enabled(if: hasHooks, "this version of node cannot check what a module imports"))
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

  private static let hasHooks =
    (try? ShellSession.output(
      of: "node -e 'require(\"module\").registerHooks({})'", in: TemporaryFolder()))
    .map { $0.hasSuffix("exit 0\n") } ?? false

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
