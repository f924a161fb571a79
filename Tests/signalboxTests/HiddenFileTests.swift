import FileAccess
import TestSupport
import Testing

// Goal: no command shows lines of a file that a link of a checked-out project leads to. Method:
// each command that reads a file of its own kind, with a link to one that is not.
struct HiddenFileTests {
  static let lines = [
    "import csv link", "import csv --json link", "import json link", "import vue-router link",
    "replay -r shop.yaml link", "replay -j -r shop.yaml link",
    "replay --junit - -r shop.yaml link", "repl -r shop.yaml -f link",
    "export maestro -r shop.yaml link", "graph --visited link shop.yaml", "check link",
    "check --format sarif link", "conform link -r shop.yaml",
    "conform --map link /dev/null -r shop.yaml", "explore -r shop.yaml --policy link",
    "merge link",
    "compare --host shop.example --aasa link shop.yaml", "compare --manifest link shop.yaml",
  ]

  @Test(arguments: lines)
  func `no line of a hidden file is shown`(line: String) throws {
    let folder = try TemporaryFolder()
    try folder.file("hidden", "root:SECRET:1\nSECRET,x\n")
    _ = try folder.folder("project")
    try folder.file("project/shop.yaml", #require(Page("README.md").blocks("yaml").first).text)
    _ = try folder.link("project/link", to: "../hidden")
    func output(_ name: String) throws -> String {
      try ShellSession.output(
        of: "cd project && signalbox \(line.replacing("link", with: name)) 2>&1 </dev/null",
        in: folder)
    }
    let text = try output("link")
    #expect(!text.contains("SECRET"), "\(text)")
    #expect(text.contains("link"), "\(text)")
    // The same text is shown if the file is in its place.
    guard line.contains("csv") || line.contains(".yaml link") else { return }
    try folder.file("project/own", "root:SECRET:1\nSECRET,x\n")
    #expect(try output("own").contains("SECRET"))
  }

  @Test func `a hidden file of its kind is read`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("project")
    try folder.file("project/shop.yaml", #require(Page("README.md").blocks("yaml").first).text)
    try folder.file("routes.csv", "path,screen\n/,Home\nhttps://a.example/b,B\n")
    try folder.file("walk.nav", "# A walk.\nopen /items/1\nback\n")
    for name in ["routes.csv", "walk.nav"] {
      _ = try folder.link("project/" + name, to: "../" + name)
    }
    for line in ["import csv routes.csv", "replay -r shop.yaml walk.nav"] {
      let text = try ShellSession.output(
        of: "cd project && signalbox \(line) >/dev/null 2>errors; echo exit $?; cat errors",
        in: folder)
      #expect(text.contains("exit 0"), "\(text)")
    }
  }
}
