import SwiftUITestSupport
import TestSupport
import Testing

/// The app of docs/ios-swiftui.md.
struct ShopTests {
  @Test func `the code of the page is compiled here`() throws {
    let blocks = try Page("docs/ios-swiftui.md").blocks("swift")
    let source = try Page("Tests/SwiftUITestSupport/ShopExample.swift").text
    #expect(blocks.count == 2)
    for block in blocks {
      // A library cannot be the main program.
      let text = block.text.replacing("@main\n", with: "")
      #expect(source.contains(text), "\(text)")
    }
  }
}
