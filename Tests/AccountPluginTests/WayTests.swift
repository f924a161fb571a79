import PluginTestSupport
import Screens
import TestSupport
import Testing

@testable import AccountPlugin

extension Way: CustomTestStringConvertible {
  /// The name of the variant in test output.
  public var testDescription: String { key }
}

/// Checks the claims of the start screens about their variants.
@MainActor
struct WayTests {
  @Test(arguments: Way.all)
  func `line counts and known types match the sources`(way: Way) throws {
    let file = try CodeFile("Sources/Plugins/AccountPlugin/\(way.screen).swift")
    #expect(file.lines.count == way.lines)
    let types = file.declarations.sorted { $0.name < $1.name }
    #expect(types.map(\.name) == file.types.sorted())
    let names = (file.types + ["SessionFacts", "StartLink"]).sorted()
    let found = types.map { type in
      Way.Knowing(
        type: type.name, knows: names.filter { $0 != type.name && type.mentions($0) })
    }
    #expect(found == way.types)
  }

  @Test(arguments: Way.all)
  func `the screen shows the cost of its variant`(way: Way) throws {
    let app = try BundledApp([Account()])
    try app.run("open /start")
    let row = try #require(app.content?.rows.first { $0.tap == way.key })
    #expect(row.subtitle == way.size)
    try app.run("tap \(way.key)")
    let costs = try #require(app.content?.sections.last)
    #expect(costs.rows.prefix(2).map(\.subtitle) == [way.size, way.verdict])
    let known = way.types.flatMap { type in
      (type.knows.isEmpty ? ["none of these"] : type.knows).map {
        Row(type.type, subtitle: "knows \($0)")
      }
    }
    #expect(Array(costs.rows.dropFirst(2)) == known)
    #expect(way.size.hasPrefix("\(way.lines) lines of code in \(way.types.count) type"))
  }

  @Test func `the view has the fewest lines, the coordinator the most types`() {
    let lines = Way.all.map(\.lines)
    #expect(lines.min() == Way.view.lines)
    #expect(Way.all.map(\.types.count).max() == Way.coordinator.types.count)
  }

  @Test func `with a coordinator, neither view nor view model knows links or facts`() {
    let knowing = Way.all.map { way in
      way.types.filter { $0.knows.contains("StartLink") }.map(\.type)
    }
    #expect(knowing == [["DecidingView"], ["ObeyingView"], ["StartCoordinator"]])
    let facts = Way.coordinator.types.filter { $0.knows.contains("SessionFacts") }
    #expect(facts.map(\.type) == ["StartCoordinator"])
  }
}
