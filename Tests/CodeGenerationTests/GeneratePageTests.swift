import FileAccess
import Navigation
import RouteFiles
import TestSupport
import Testing

@testable import CodeGeneration

/// The examples of docs/generate.md, with the app of the README.
struct GeneratePageTests {
  private let shop: AppDefinition
  private let plugins: [PluginDraft]
  private let blocks: [Page.Block]

  init() throws {
    let folder = try TemporaryFolder()
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    plugins = try RouteFolder.load([folder.file("shop.yaml", yaml.text)]).plugins
    shop = try AppDefinition(plugins: plugins)
    blocks = try Page("docs/generate.md").blocks
  }

  /// The example in a language, and what it prints.
  private func example(_ kind: String) throws -> (lines: [String], output: String) {
    let index = try #require(blocks.firstIndex { $0.kind == kind })
    let output = try #require(blocks.dropFirst(index + 1).first)
    #expect(output.kind == "text")
    return (blocks[index].lines, output.text)
  }

  @Test func `the example in Swift`() throws {
    let (lines, output) = try example("swift")
    let program = lines.joined(separator: "\n")
    #expect(try SwiftCodeTests.output(of: program, with: plugins).output == output)
  }

  @Test(.enabled(if: ShellCommand.hasTypeScript)) func `the example in TypeScript`() throws {
    let (lines, output) = try example("typescript")
    #expect(try TypeScriptCodeTests.output(of: lines, with: shop).output == output)
  }

  @Test(.enabled(if: ShellCommand.hasKotlin)) func `the example in Kotlin`() throws {
    let (lines, output) = try example("kotlin")
    #expect(try KotlinCodeTests.output(of: [(lines, shop)]).output == output)
  }
}
