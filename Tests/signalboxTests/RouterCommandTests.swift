import FileAccess
import JSONCodec
import TestSupport
import Testing

/// `signalbox conform --router`, with the examples of docs/conform-router.md.
struct RouterCommandTests {
  private let folder: TemporaryFolder
  private let page: Page

  init() throws {
    folder = try TemporaryFolder()
    page = try Page("docs/conform-router.md")
    let yaml = try #require(Page("README.md").blocks("yaml").first).text
    let shop = try folder.folder("Shop")
    try writeFile(shop + "/shop.yaml", Array(yaml.utf8))
    try writeFile(folder("web.yaml"), Array(yaml.replacing("shop://, ", with: "").utf8))
    _ = try folder.folder("adapters")
    for block in page.blocks {
      let words = block.kind.split(separator: " ")
      if words.count == 2 { try folder.file(String(words[1]), block.text) }
    }
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `the page's examples are what the command prints`() throws {
    var count = 0
    for (command, output) in zip(page.blocks, page.blocks.dropFirst()) where output.kind == "text" {
      let text = try self.output(of: command.lines.joined(separator: "\n"))
      #expect(text == output.text + "exit 0\n", "\(command.text)")
      count += 1
    }
    #expect(count == 2)
  }

  @Test func `an adapter has at most 15 lines`() throws {
    let start = try #require(page.blocks.lastIndex { $0.kind == "text" })
    let adapters = page.blocks[(start + 1)...]
    #expect(adapters.count == 4)
    for adapter in adapters { #expect(adapter.lines.count <= 15, "\(adapter.text)") }
  }

  /// A router, and what the command says of it.
  static let failures: [(router: String, code: String, text: String)] = [
    ("nothing", "router/failed", "no folder of PATH has a program 'nothing'"),
    ("Shop/shop.yaml", "router/failed", "cannot run 'Shop/shop.yaml'"),
    ("true", "router/failed", "ended with exit code 0 after 0 of 100 answers"),
    ("sh early.sh", "router/failed", "ended with exit code 3 after 2 of 100 answers: it is broken"),
    ("sh killed.sh", "router/failed", "after 1 of 100 answers"),
    ("sh silent.sh", "router/silent", "printed nothing for 300ms after "),
    ("cat", "router/answer", "answer 1 of the router cannot be read: expected a value, found 'h'"),
    ("echo 7", "router/answer", "the line is not a JSON object: '7'"),
    ("echo {}", "router/answer", "an answer needs 'screen'"),
    ("sh list.sh", "router/answer", "'screen' has an invalid value: '{\"screen\":[]}'"),
    ("sh number.sh", "router/answer", "'values' has an invalid value"),
    ("head -c 70000 /dev/zero", "router/answer", "it is too long"),
    ("sh endless.sh", "router/excess", "printed more lines than the 100 links"),
    ("sh one-more.sh", "router/excess", "printed more lines than the 100 links: '{}'"),
    ("", "usage/option", "--router does not take ''"),
    ("true\" nope.yaml \"", "file/unreadable", "cannot read 'nope.yaml': there is no such file"),
    ("true\" --write - \"", "usage/option", "--write does not take '-'"),
    ("a \\\"b", "command/usage", "has no end"),
  ]

  @Test(arguments: failures)
  func `a router that fails is an error`(router: String, code: String, text: String) throws {
    let answer = #"echo '{"screen":null}'"#
    try folder.file("early.sh", "\(answer)\n\(answer)\necho it is broken >&2\nexit 3\n")
    try folder.file("killed.sh", "\(answer)\nprintf '{\"scr'\nkill -9 $$\n")
    try folder.file("silent.sh", "\(answer)\nsleep 300\n")
    try folder.file("endless.sh", "while :; do \(answer); done\n")
    try folder.file("one-more.sh", "while read -r link; do \(answer); done\necho '{}'\n")
    try folder.file("list.sh", "echo '{\"screen\":[]}'\n")
    try folder.file("number.sh", "echo '{\"screen\":\"A\",\"values\":7}'\n")
    let time = code == "router/silent" ? "--answer-time 300ms" : ""
    let printed = try output(of: "signalbox conform --router \"\(router)\" \(time) Shop 2>&1")
    #expect(printed.contains("error[\(code)]"), "\(printed)")
    #expect(printed.contains(text), "\(printed)")
    #expect(printed.hasSuffix("exit 2\n"), "\(printed)")
  }

  @Test func `what a router has started ends with it`() throws {
    try folder.file("parent.sh", "sleep 300 & echo $! >pid\nsleep 300\n")
    let text = try output(
      of: """
        signalbox conform --router 'sh parent.sh' --answer-time 300ms Shop 2>&1
        kill -0 "$(cat pid)" 2>/dev/null && echo 'it runs'
        """)
    #expect(text.contains("error[router/silent]") && !text.contains("it runs"), "\(text)")
  }

  /// What follows the command, and the exit code.
  static let statuses: [(line: String, status: Int)] = [
    ("--router 'sh none.sh' Shop", 1), ("--router 'sh none.sh' --links 0 Shop", 2),
    ("--router 'sh none.sh' --links x Shop", 2), ("--router 'sh none.sh' --seed -1 Shop", 2),
    ("--router 'sh none.sh' --answer-time 0ms Shop", 2), ("--router 'sh none.sh' a.jsonl Shop", 2),
    ("--router 'sh none.sh' --coverage Shop", 2), ("--links 3 Shop a.jsonl", 2),
    ("--format json Shop a.jsonl", 2), ("Shop", 2),
    ("--router 'sh none.sh' --write Shop/shop.yaml Shop", 2),
    ("--router 'sh none.sh' --map nothing.yaml Shop", 2),
  ]

  @Test(arguments: statuses)
  func `the exit code says whether the answers are right`(line: String, status: Int) throws {
    try folder.file("none.sh", "while read -r link; do echo '{\"screen\":null}'; done\n")
    let text = try output(of: "signalbox conform \(line) 2>&1")
    #expect(text.hasSuffix("exit \(status)\n"), "\(text)")
  }

  @Test func `a mapping file translates screens and values, and ignores others`() throws {
    try folder.file(
      "map.yaml", "trace: 1\nscreens: { Product: Item }\nvalues: { key: id }\nignore: [NotFound]\n")
    try folder.file(
      "mapped.sh",
      #"""
      while read -r link; do case $link in
        */items/7) echo '{"screen":"Product","values":{"key":7}}' ;;
        *) echo '{"screen":"NotFound"}' ;;
      esac; done
      """#)
    let text = try output(
      of: "signalbox conform --router 'sh mapped.sh' --map map.yaml --json Shop")
    #expect(!text.contains("router/unknown-screen"), "\(text)")
    #expect(text.contains("Routes: /, /login, /account, /orders/:id."), "\(text)")
  }

  @Test func `the table has a row for each link, and only such a table is replaced`() throws {
    let run =
      "signalbox conform --router true --write t.csv --links 30 Shop >/dev/null 2>&1; wc -l t.csv"
    #expect(try output(of: run).hasPrefix("31 t.csv"))
    #expect(try output(of: run.replacing("30", with: "20")).hasPrefix("21 t.csv"))
    try folder.file("t.csv", "mine\n")
    #expect(try output(of: run).hasPrefix("1 t.csv"))
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `the adapter of React Navigation runs`() throws {
    let package = "adapters/node_modules/@react-navigation/core"
    try createFolder(folder(package))
    try folder.file(package + "/package.json", #"{"type":"module","main":"index.js"}"#)
    try folder.file(
      package + "/index.js",
      """
      export const getStateFromPath = (path, { screens }) => {
        const [start, query] = path.split("?");
        const given = start.split("/").filter(Boolean).map(decodeURIComponent);
        for (const [name, screen] of Object.entries(screens)) {
          if (screen.screens) {
            const state = getStateFromPath(path, screen);
            if (state) return { routes: [{ name, state }] };
            continue;
          }
          const wanted = screen.split("/").filter(Boolean);
          const fits = (text, at) => text.startsWith(":") || text === given[at];
          if (wanted.length !== given.length || !wanted.every(fits)) continue;
          const params = Object.fromEntries(new URLSearchParams(query));
          wanted.forEach((text, at) => { if (text[0] === ":") params[text.slice(1)] = given[at]; });
          return { routes: [{ name, params }] };
        }
      };

      """)
    try folder.file(
      "adapters/linking.mjs",
      """
      export const linking = { prefixes: ["shop://", "https://shop.example"], config: { screens: {
        Home: "", Login: "login",
        Tabs: { screens: { Account: "account", Item: "items/:id", Order: "orders/:id" } },
      } } };

      """)
    try requireMisfitsOnly("react-navigation.mjs", "Shop")
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `the adapter of Vue Router runs`() throws {
    let package = "adapters/node_modules/vue-router"
    try createFolder(folder(package))
    try folder.file(package + "/package.json", #"{"type":"module","main":"index.js"}"#)
    try folder.file(
      package + "/index.js",
      """
      export const createMemoryHistory = () => ({});
      export const createRouter = ({ routes }) => {
        const currentRoute = { value: { matched: [], params: {}, query: {} } };
        const push = async (path) => {
          const [start, text] = path.split("?");
          const given = start.split("/").filter(Boolean).map(decodeURIComponent);
          const query = Object.fromEntries(new URLSearchParams(text));
          currentRoute.value = { matched: [], params: {}, query };
          for (const route of routes) {
            const wanted = route.path.split("/").filter(Boolean);
            const fits = (text, at) => text.startsWith(":") || text === given[at];
            if (wanted.length !== given.length || !wanted.every(fits)) continue;
            const params = {};
            wanted.forEach((text, at) => { if (text[0] === ":") params[text.slice(1)] = given[at]; });
            currentRoute.value = { matched: [route], params, query };
          }
        };
        return { push, currentRoute };
      };

      """)
    try folder.file(
      "adapters/routes.mjs",
      """
      export const routes = [
        { path: "/", name: "Home" }, { path: "/login", name: "Login" },
        { path: "/account", name: "Account" }, { path: "/items/:id", name: "Item" },
        { path: "/orders/:id", name: "Order" },
      ];

      """)
    try requireMisfitsOnly("vue-router.mjs", "web.yaml")
  }

  /// These routers have no types, and no other fault.
  private func requireMisfitsOnly(_ adapter: String, _ routes: String) throws {
    let text = try output(
      of: "signalbox conform --router 'node adapters/\(adapter)' \(routes) --json 2>&1")
    let lines = text.split(separator: "\n")
    try #require(lines.count == 3 && lines[2] == "exit 1", "\(text)")
    let finding = try JSON(parsing: String(lines[0]))
    #expect(finding["code"] == "router/opens")
    #expect(finding["message"]?.stringValue?.contains("does not fit its type") == true, "\(text)")
  }
}
