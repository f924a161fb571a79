import FileAccess
import TestSupport
import Testing

/// `signalbox init`: what it writes is sound and works as it is.
struct InitTests {
  @Test func `what init writes passes check and replay`() throws {
    let text = try ShellSession.output(
      of: "signalbox init App && cd App/Routes && signalbox check && sh ../check-links.sh",
      in: TemporaryFolder())
    #expect(text.hasPrefix("wrote App/Routes/app.yaml\n"), "\(text)")
    #expect(text.contains("1 plugin, 5 routes: 0 errors, 0 warnings\n"), "\(text)")
    #expect(text.contains("ok    Routes/Scripts/login.nav: "), "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
  }

  @Test func `what init --ios writes passes check and replay, and has the generated definition`()
    throws
  {
    let folder = try TemporaryFolder()
    let page = try #require(Page("docs/ios.md").blocks("sh").first)
    #expect(page.lines == ["signalbox init --ios Shop"])
    let text = try ShellSession.output(of: "\(page.lines[0]) && sh Shop/check-links.sh", in: folder)
    #expect(text.contains("wrote Shop/Sources/ShopScreens/ShopView.swift\n"), "\(text)")
    #expect(text.contains("1 plugin, 5 routes: 0 errors, 0 warnings\n"), "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
    let stale = try ShellSession.output(
      of: "sed -i.old /account/d Shop/Sources/ShopScreens/AppRoute.swift; sh Shop/check-links.sh",
      in: folder)
    #expect(stale.hasSuffix("exit 1\n"), "\(stale)")
  }

  @Test func `init --ios replaces no package`() throws {
    let text = try ShellSession.output(
      of: "echo mine > Package.swift; signalbox init --ios; s=$?; cat Package.swift; ls; (exit $s)",
      in: TemporaryFolder())
    #expect(
      text == """
        error[file/unwritable]: './Package.swift' already exists. Name another folder; nothing was \
        written.
        mine
        Package.swift
        exit 2

        """)
  }

  @Test func `the routes of the example are sound, and its definition is generated from them`()
    throws
  {
    let text = try ShellSession.output(
      of: """
        cd $R/../Examples/Shop && signalbox check --notes && signalbox explore && \
        signalbox generate swift | diff - Models/AppRoute.swift
        """, in: TemporaryFolder())
    #expect(text.hasPrefix("1 plugin, 8 routes: 0 errors, 0 warnings\n0 findings: "), "\(text)")
    #expect(text.hasSuffix(" s\nexit 0\n"), "\(text)")
  }

  @Test func `the wallet's scripts pass, and its rules are proved`() throws {
    let text = try ShellSession.output(
      of: """
        cd $R/../Examples/Wallet && signalbox check --notes && signalbox replay Routes/Scripts | tail -1 && \
        signalbox explore
        """, in: TemporaryFolder())
    #expect(text.hasPrefix("1 plugin, 9 routes: 0 errors, 0 warnings\n17 scripts, "), "\(text)")
    #expect(text.contains(" expectations, 0 failures\n"), "\(text)")
    #expect(text.ranges(of: "proved at any depth").count == 5, "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
  }

  // The fault that metamask-mobile's pull request 23692 repaired: a source was trusted whether or
  // not its links were signed.
  @Test func `a source that needs no signature is a way around the consent`() throws {
    let text = try ShellSession.output(
      of: """
        sed 's/^  push: .*/  push: {}/' $R/../Examples/Wallet/Routes/wallet.yaml > wallet.yaml
        signalbox explore wallet.yaml; echo $?
        """, in: TemporaryFolder())
    #expect(text.hasPrefix("broken: never screen Send by an unsigned link without consent "))
    #expect(text.contains("  open /send/a from push\n  expect screen Send\n"), "\(text)")
  }

  /// Commands ahead of which `init` has written the folder `app`, and the first line and end of
  /// their output.
  static let onFolders: [(line: String, start: String, end: String)] = [
    ("signalbox check app", "1 plugin, 5 routes: 0 errors, 0 warnings\n", "exit 0\n"),
    ("signalbox check --routes app", "1 plugin, 5 routes: 0 errors, 0 warnings\n", "exit 0\n"),
    ("signalbox replay app", "ok    app/Routes/Scripts/login.nav: ", "exit 0\n"),
    ("signalbox replay --jobs 2 app", "ok    app/Routes/Scripts/login.nav: ", "exit 0\n"),
    ("signalbox app -c /items/1", "moved: push Item(id=1) on home\n", "exit 0\n"),
    ("signalbox resolve /items/1 app", "/items/1: Item(id=1) by /items/:id", "exit 0\n"),
    ("signalbox diff app app/Routes", "0 kinds of links differ", "exit 0\n"),
    (
      "mv app/Routes app/Links; sed -i.old s/Routes/Links/ app/.signalbox; signalbox check app",
      "1 plugin, 5 routes: 0 errors, 0 warnings\n", "exit 0\n"
    ),
    ("rm app/.signalbox; signalbox check app", "1 plugin, 5 routes: 0 errors", "exit 0\n"),
    (
      "echo strict: true > app/.signalbox; signalbox check app", "1 plugin, 5 routes: 0 errors",
      "exit 0\n"
    ),
    (
      "echo rutes: x > app/.signalbox; signalbox check app",
      "app/.signalbox:1:1: error[format/unknown-key]", "exit 2\n"
    ),
    ("mkdir other; signalbox check other", "error[file/none-found]: ", "exit 2\n"),
  ]

  @Test(arguments: onFolders)
  func `the folder of an app names its route files`(line: String, start: String, end: String)
    throws
  {
    let text = try ShellSession.output(
      of: "signalbox init app > out && \(line)", in: TemporaryFolder())
    #expect(text.hasPrefix(start) && text.hasSuffix(end), "\(text)")
  }

  @Test func `init replaces nothing, and writes all or nothing`() throws {
    let text = try ShellSession.output(
      of: "echo mine > check-links.sh; signalbox init; s=$?; cat check-links.sh; ls; (exit $s)",
      in: TemporaryFolder())
    #expect(
      text == """
        error[file/unwritable]: './check-links.sh' already exists. Name another folder; nothing \
        was written.
        mine
        check-links.sh
        exit 2

        """)
  }
}
