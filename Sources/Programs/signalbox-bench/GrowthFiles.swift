import Diagnostics
import FileAccess

/// The files of `bench growth` for a number of routes, deleted on deinitialization.
struct GrowthFiles {
  /// The programs that read them, as arguments of `signalbox`.
  let runs: [(name: String, arguments: [String])]
  private let folders: [TemporaryFolder]

  /// Writes the files.
  ///
  /// - Parameter program: Generates the association file.
  init(routes count: Int, _ program: String) throws(Diagnostic) {
    let (app, changed, folder) = (try scratchFolder(), try scratchFolder(), try scratchFolder())
    folders = [app, changed, folder]
    for (number, text) in generatedRouteFiles(routes: count).enumerated() {
      try write(text, to: app("\(number).yaml"))
    }
    let others = generatedRouteFiles(routes: count, subPage: "opinions")
    for (number, text) in others.enumerated() { try write(text, to: changed("\(number).yaml")) }
    let items = 0..<max(1, (count - 3) / 4)
    try write(items.map(table).reduce("path,screen\n", +), to: folder("routes.csv"))
    try write(items.map(sessions).joined(), to: folder("log.jsonl"))
    var compare: [(name: String, arguments: [String])] = []
    // With more routes, the association file would be too large to be read.
    if count <= 10_000 {
      let aasa = folder("aasa.json")
      let owner = ["--team", "ABCDE12345", "--bundle", "big"]
      _ = try ProgramRun(
        program, ["generate", "aasa"] + owner + ["-o", aasa, "-r", app.path], isQuiet: true)
      compare = [("compare", ["compare", "--aasa", aasa, app.path])]
    }
    let hard = try HardTable.allCases.map { table throws(Diagnostic) in
      let file = folder(table.rawValue + ".yaml")
      try write(table.text(routes: count), to: file)
      return (name: "check-" + table.rawValue, arguments: ["check", file])
    }
    runs =
      [
        ("check", ["check", app.path]), ("check-notes", ["check", "--notes", app.path]),
        ("diff", ["diff", app.path, changed.path]),
        ("explore", ["explore", "--time", "60s", app.path]),
        ("import", ["import", "csv", folder("routes.csv")]),
        ("conform", ["conform", "--routes", app.path, folder("log.jsonl")]),
      ] + compare + hard
  }
}

private func write(_ text: String, to path: String) throws(Diagnostic) {
  do throws(FileError) {
    try writeFile(path, Array(text.utf8), isSynced: false)
  } catch {
    throw error.diagnostic
  }
}

/// The four routes of an item, as lines of a table.
private func table(_ item: Int) -> String {
  let path = generatedPath(item)
  return """
    \(path),List\(item)
    \(path)/:id,Item\(item)
    \(path)/:id/reviews,Reviews\(item)
    \(path)/search/:term,Search\(item)

    """
}

/// A log of two sessions, four lines: one opens an item, one its sub-page.
private func sessions(_ item: Int) -> String {
  [("Item\(item)", ""), ("Reviews\(item)", "/reviews")].map { screen, page in
    """
    {"session":"\(screen)","event":"link","link":"big:/\(generatedPath(item))/1\(page)"}
    {"session":"\(screen)","event":"screen","screen":"\(screen)"}

    """
  }.joined()
}

/// Tables whose routes have much to do with each other.
private enum HardTable: String, CaseIterable {
  case wildcards, expressions, bases, conflicts

  func text(routes count: Int) -> String {
    let routes = (1..<count).map { "  - { \(route($0)), screen: Other }\n" }
    return """
      signalbox: 1
      plugin: hard
      links: [hard://]
      coordinators: { main: { kind: stack, start: / } }
      screens: { Home: {}, Other: {} }
      routes:
        - { path: /, screen: Home }

      """ + routes.joined()
  }

  private func route(_ number: Int) -> String {
    switch self {
    case .wildcards: "path: /area\(number % 10)/*/end\(number)"
    case .expressions: "path: '/:value([a-z]{1,\(number % 60 + 1)}-x\(number)\\d*)'"
    case .bases: "path: /page\(number)/:id, links: [https://shop\(number % 1_000).example]"
    case .conflicts: "path: /:first\(number)/:second\(number)"
    }
  }
}
