import CLibrary
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport
import RouteFiles

/// `signalbox init [FOLDER]`: writes a small app, a script and a check for CI.
@MainActor func runInit(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let folder = arguments.operands.first ?? "."
  let schema = (
    path: "signalbox.schema.json", text: routeFileSchema.text + "\n", mode: UInt32(0o644)
  )
  let files = (starterFiles + [schema]).map {
    (path: joined(folder, $0.path), text: $0.text, mode: $0.mode)
  }
  // All or nothing: a file of the user's is never replaced.
  let existing = files.filter { access($0.path, F_OK) == 0 }
  guard existing.isEmpty else {
    throw .usage(existing.map { Diagnostic.exists($0.path) })
  }
  do throws(FileError) {
    for file in files {
      try createFolder(parentFolder(file.path))
      try writeFile(file.path, Array(file.text.utf8), mode: file.mode)
    }
  } catch {
    throw .file(error)
  }
  for file in files { try streams.write("wrote \(escaped(file.path))\n") }
  try streams.write(
    """

    Try it\(arguments.operands.isEmpty ? "" : " in \(escaped(folder))"):
      signalbox check
      signalbox replay
      signalbox
    CI runs \(escaped(joined(folder, "check-links.sh"))).

    """)
  return .done
}

/// A file that `init` would replace.
extension Diagnostic {
  fileprivate static func exists(_ path: String) -> Diagnostic {
    Diagnostic(
      .fileUnwritable, "'\(path)' already exists",
      advice: "Name another folder; nothing was written.")
  }
}

/// The files that `init` writes, relative to its folder.
private let starterFiles: [(path: String, text: String, mode: UInt32)] = [
  (
    "Routes/app.yaml",
    """
    # yaml-language-server: $schema=../signalbox.schema.json
    # The navigation of a small shop: docs/route-files.md explains every key.
    signalbox: 1
    plugin: shop
    # The bases of the app's links: shop://items/1 and https://shop.example/items/1 are the same.
    links: [shop://, https://shop.example]

    gates:
      # A link that requires the login waits while the challenge, a screen of the app, is shown.
      login: { challenge: /login }

    coordinators:
      main: { kind: tabs, children: [home, account] }
      home: { kind: stack, start: / }
      account: { kind: stack, start: /account, gates: [login] }

    routes:
      - { path: /, screen: Home }
      - { path: /login, screen: Login, as: sheet }
      - { path: /account, screen: Account }
      # :id has to be a whole number; /items/new would match no route.
      - { path: "/items/:id", screen: Item, params: { id: int }, in: home }
      # A link from outside shows the screens of its parents below.
      - { path: "/orders/:id", screen: Order, in: account, parents: [/account] }

    screens:
      # Taps, each with the link that it opens or the command that it runs.
      Home: { taps: { first: /items/1, account: tab account } }
      Login: { taps: { done: satisfy login ada } }
      Account: {}
      Item: { title: "Item :id", taps: { order: "/orders/:id" } }
      Order: { title: "Order :id" }

    """, 0o644
  ),
  (
    "Routes/Scripts/login.nav",
    """
    # A link behind the login waits, and opens after it. Lines are as typed at the prompt.
    open shop://orders/7
    expect outcome deferred(login)
    expect screen Login
    tap done
    expect stack account: Account > Order(id=7)
    back
    expect screen Account

    # The same from a screen of the app, where the login is open.
    tab home
    tap first
    tap order
    expect screen Order id=1

    # What the app must not open.
    open /items/new
    expect outcome refused(not-found)

    """, 0o644
  ),
  (
    "check-links.sh",
    """
    #!/bin/sh
    # Run by CI: fails if a route file has a fault, or if a script finds another screen.
    set -eu
    cd "$(dirname "$0")"
    signalbox check
    signalbox replay

    """, 0o755
  ),
  (
    SettingsFile.name,
    """
    # What signalbox uses in this folder and below it; 'signalbox config' shows it.
    routes: Routes
    scripts: Routes/Scripts
    # Warnings fail 'signalbox check' too.
    strict: true

    """, 0o644
  ),
]
