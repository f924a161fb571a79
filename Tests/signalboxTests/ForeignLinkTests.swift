import CLibrary
import FileAccess
import JSONCodec
import TestSupport
import Testing

// Goal: no command writes where another user's link leads. Method: every option that names a file or
// a folder to be written, as root, below such a link and at it. How the walk itself decides is
// tested in FileWalkTests.
@Suite(.enabled(if: geteuid() == 0, "only root can give files away"))
struct ForeignLinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("own")
    try folder.file("own/file", "precious")
    try folder.file("shop.yaml", #require(Page("README.md").blocks("yaml").first).text)
    try folder.file("script.nav", "open /\n")
    try folder.file("a.csv", "/,Home\n")
    try folder.file(
      "router.sh", "while read -r link; do echo '{}'; done\n")
    _ = try folder.folder("pub")
    try #require(chmod(folder("pub"), 0o777) == 0)
    for (name, to) in [("folder", "../own"), ("new", "../own/new"), ("file", "../own/file")] {
      _ = try folder.link("pub/" + name, to: to)
      try #require(lchown(folder("pub/" + name), 4_242, 4_242) == 0)
    }
  }

  /// The writers, with `@` for the path.
  private static let lines = [
    "signalbox replay --routes shop.yaml --junit @ script.nav",
    "signalbox replay --routes shop.yaml --log @ script.nav",
    "signalbox replay --routes shop.yaml --result @ script.nav",
    "echo open / | signalbox repl --routes shop.yaml --log @",
    "printf 'open /\\nsave @\\n' | signalbox repl --routes shop.yaml",
    "signalbox explore --routes shop.yaml --scripts @",
    "signalbox export maestro --routes shop.yaml -o @ script.nav",
    "signalbox import csv a.csv -o @",
    "signalbox generate swift --routes shop.yaml -o @",
    "signalbox init @",
    "signalbox conform --router 'sh router.sh' --write @ shop.yaml",
    "signalbox serve --routes shop.yaml --socket @/socket",
    "signalbox serve --routes shop.yaml --socket own/socket --data @",
    "true | TMPDIR=@ signalbox serve --private --routes shop.yaml",
    "signalbox serve --routes shop.yaml --socket own/socket --log-file @",
    // It goes on without metrics.
    """
    rm -f errors; signalbox serve --routes shop.yaml --socket own/socket --metrics @ 2>errors & \
    until grep -q unwritable errors; do sleep 0.05; done; kill $!; wait $!; cat errors
    """,
  ]

  @Test(arguments: lines)
  func `a link of another user is refused by every option that writes`(line: String) throws {
    for (path, link) in [
      ("pub/folder/new", "pub/folder"), ("pub/new", "pub/new"), ("pub/file", "pub/file"),
    ] {
      let text = try ShellSession.output(
        of: line.replacing("@", with: path) + " 2>&1", in: folder)
      let isRefused =
        text.contains("'\(link)' is a symbolic link of another user")
        || path == "pub/file" && (text.contains("write it") || text.contains("is not a folder"))
        || text.contains("by 'save'")
      #expect(isRefused, "\(path): \(text)")
      #expect(try readFile(folder("own/file"), bytesMax: 100) == Array("precious".utf8))
      #expect(try namesInFolder(folder("own")).allSatisfy { ["file", "socket.lock"].contains($0) })
    }
  }

  @Test func `an agent saves no script where a link of another user leads`() throws {
    for (path, link) in [("pub/folder", "pub/folder"), ("pub/new", "pub/new")] {
      let agent = try AgentProcess(
        [folder("shop.yaml"), "--script-folder", folder(path)], temporary: folder.path)
      _ = try agent.text("session", ["action": "create", "name": "s"])
      _ = try agent.text("act", ["session": "s", "line": "open /"])
      let text = try agent.text("save_script", ["session": "s", "file": "walk.nav"])
      #expect(text.contains("'\(folder(link))' is a symbolic link of another user"), "\(text)")
    }
    #expect(try namesInFolder(folder("own")) == ["file"])
  }

  @Test func `no journal is repaired where a link of another user leads`() throws {
    let text = try ShellSession.output(
      of: "signalbox journal repair --data pub/folder 2>&1", in: folder)
    #expect(text.contains("'pub/folder' is a symbolic link of another user"), "\(text)")
    #expect(try namesInFolder(folder("own")) == ["file"])
  }

  @Test(arguments: lines)
  func `a pipe is refused by every option that writes, without waiting`(line: String) throws {
    try #require(mkfifo(folder("own/pipe"), 0o600) == 0)
    let text = try ShellSession.output(
      of: line.replacing("@", with: "own/pipe") + " 2>&1", in: folder)
    let refusals = ["own/pipe", "by 'save'", "is not a folder"]
    #expect(refusals.contains(where: text.contains), "\(text)")
    let kept = ["file", "pipe", "socket.lock"]
    #expect(try namesInFolder(folder("own")).allSatisfy(kept.contains))
  }
}
