import FileAccess
import TestSupport
import Testing

/// The package that `signalbox init --ios` writes.
struct StarterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let written = try ShellCommand("'\(builtProgram("signalbox"))' init --ios '\(folder.path)'")
    try #require(written.isDone, "\(written.output)")
  }

  @Test func `its manifest depends on a clone of any name, and names products of this package`()
    throws
  {
    // As if the user had written the path of a clone.
    let shown = try ShellCommand(
      """
      cd '\(folder.path)' && ln -s '\(packageFolder)' clone &&
      sed 's|"../Signalbox"|"clone"|' Package.swift >changed && mv changed Package.swift &&
      TMPDIR=. swift package --scratch-path scratch show-dependencies
      """)
    #expect(shown.isDone, "\(shown.output)")
    #expect(shown.output.contains("clone"), "\(shown.output)")
    let manifest = try Page("Package.swift").text
    let products = try folder.text(of: "Package.swift").split(separator: "\n")
      .filter { $0.contains(".product(name: ") }.map { $0.split(separator: "\"")[1] }
    #expect(products.count == 3)
    for product in products {
      #expect(manifest.contains(".library(name: \"\(product)\""), "\(product)")
    }
  }

  #if os(Linux)
    @Test func `its screens are compiled and shown with the stand-in of SwiftUI`() throws {
      let sources = folder("Sources/ShopScreens")
      let program = """
        import SwiftUI

        let scene = SimulatedScene()
        scene.show(MyApp())
        scene.rest()
        scene.tap("First item")
        scene.rest()
        for stack in scene.stacks { print(stack.map { $0 ?? "-" }) }
        for (rule, text) in scene.refused { print(rule, text) }
        """
      try writeFile(sources + "/main.swift", Array(program.utf8))
      // That of the page, in one module with its package, and not the main program.
      let app = try #require(Page("docs/ios.md").blocks("swift").first).text
        .replacing("import ShopScreens\n", with: "").replacing("@main\n", with: "")
      try writeFile(sources + "/MyApp.swift", Array(app.utf8))
      let result = try SwiftCodeTests.output(
        of: sources,
        with: [
          "SignalboxSwiftUI", "SignalboxHost", "Snapshots", "Traces", "JSONWriting", "SwiftUI",
        ])
      #expect(result.isDone)
      #expect(result.output == "[\"Home\", \"Item 1\"]\n")
    }
  #endif
}
