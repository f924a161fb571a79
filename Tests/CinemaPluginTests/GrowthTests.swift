import PluginTestSupport
import Screens
import TestSupport
import Testing

@testable import CinemaPlugin

/// The code grows with views plus kinds of data. A view and its view model name no kind; a kind and
/// its facets name no view. The folder `Growth` adds one of each, in a file of its own, to a plugin
/// that knows neither.
@MainActor
struct GrowthTests {
  private static let folder = "Sources/Plugins/CinemaPlugin"

  private let views: [ViewCode]
  private let kinds: [KindCode]
  private let picture: ViewCode
  /// All declarations of the plugin and of the additions.
  private let all: [CodeDeclaration]

  init() throws {
    all =
      try (CodeFile.all(in: Self.folder) + CodeFile.all(in: "Tests/CinemaPluginTests/Growth"))
      .flatMap(\.declarations)
    let found = ["Picture", "Poster", "Thumbnail", "Banner"].map { [all] in ViewCode($0, in: all) }
    picture = found[0]
    views = Array(found.dropFirst())
    kinds = ["Film", "WatchedFilm", "BookmarkedFilm", "Hobby", "Drama", "Concert"].map { [all] in
      KindCode($0, in: all)
    }
  }

  @Test func `the plugin has two views and five kinds, the tests add one each`() {
    let names = all.filter { !$0.isExtension }.map(\.name)
    #expect(
      Set(names.filter { $0.hasSuffix("View") })
        == Set((views + [picture]).map { $0.name + "View" }))
    let items = all.filter { $0.lines[0].hasPrefix("extension \($0.name): Item") }.map(\.name)
    #expect(Set(items) == Set(kinds.map(\.name)))
  }

  @Test func `a view has three types, a kind of data one`() {
    for view in views + [picture] {
      #expect(view.types == ["ViewData", "ViewModel", "View"].map { view.name + $0 })
    }
    for kind in kinds {
      #expect(kind.model.flatMap(\.types) == [kind.name])
      #expect(kind.facets.count == 1 && kind.facets.flatMap(\.types).isEmpty)
    }
    let viewModels = all.flatMap(\.types).filter { $0.hasSuffix("ViewModel") }
    #expect(viewModels.count == views.count + 1)
  }

  @Test func `views and kinds do not name each other, nor one view another`() {
    for view in views {
      for kind in kinds { #expect(!view.mentions(kind.name), "\(view.name): \(kind.name)") }
      for other in views where other.name != view.name {
        for type in other.types { #expect(!view.mentions(type), "\(view.name): \(type)") }
      }
    }
    for kind in kinds {
      for type in (views + [picture]).flatMap(\.types) + ["Row", "Cell"] {
        #expect(!kind.mentions(type), "\(kind.name): \(type)")
      }
      // The facets describe how a kind is shown; its model does not.
      for facet in ["Item", "Portrayed", "Pictured", "Badged", "Captioned"] {
        #expect(!kind.model.contains { $0.mentions(facet) }, "\(kind.name): \(facet)")
      }
    }
  }

  @Test(arguments: ["Models", "ViewModels"])
  func `models and view models know no screen`(file: String) throws {
    #expect(try !CodeFile("\(Self.folder)/\(file).swift").mentions("Screens"))
  }

  @Test func `only the shelf names both views and kinds`() {
    let drawing = views.flatMap(\.types) + ["poster", "thumbnail", "banner"]
    let both = all.filter { declaration in
      kinds.contains { declaration.mentions($0.name) }
        && drawing.contains(where: declaration.mentions)
    }
    #expect(both.map(\.name) == ["Shelf"])
  }

  @Test func `common view code is written once, and used by composition`() {
    for view in views {
      #expect(!view.mentions("isSelected"), "\(view.name)")
      #expect(view.lines.contains("  let picture: any PictureViewData"))
      let heads = view.lines.filter { $0.contains("protocol") || $0.contains("class") }
      #expect(
        heads == [
          "protocol \(view.name)ViewData: AnyObject {",
          "final class \(view.name)ViewModel: \(view.name)ViewData {",
        ])
    }
  }

  /// For every number of views and kinds, the types and lines are a sum with one term per view and
  /// one per kind, although the combinations are a product.
  @Test func `code size is linear in views plus kinds`() {
    let viewLinesMax = 45
    let kindLinesMax = 25
    for viewCount in 1...views.count {
      for kindCount in 1...kinds.count {
        let (shown, data) = ([picture] + views.prefix(viewCount), kinds.prefix(kindCount))
        let types = shown.flatMap(\.types) + data.flatMap(\.types)
        #expect(types.count == 3 * (1 + viewCount) + kindCount)
        let lines = shown.flatMap(\.lines) + data.flatMap(\.lines)
        #expect(lines.count <= viewLinesMax * (1 + viewCount) + kindLinesMax * kindCount)
      }
    }
  }

  @Test func `a sixth kind works in every view, and a third view with every kind`() throws {
    let shelf = Shelf(
      heading: "All",
      cells: [
        .poster(Concert.sample), .thumbnail(Concert.sample), .banner(Concert.sample),
        .banner(Film.sample), .banner(WatchedFilm.sample), .banner(BookmarkedFilm.sample),
        .banner(Hobby.sample), .banner(Drama.sample),
      ])
    let screen = CinemaScreen(shelves: Shelf.all + [shelf])
    screen.tapped("banner-winter-journey") { #expect($0 == "/concerts/winter-journey") }
    let rows = screen.content.sections[2].rows
    #expect(
      rows.map(\.title) == [
        "Winter Journey", "Winter Journey", "♪ Winter Journey", "12+ Night Train",
        "▶ Platform 9", "★ 밤의 신호등", "✎ Pottery", "S2 Branch Line",
      ])
    #expect(rows.map(\.isSelected) == [false, false, true] + Array(repeating: false, count: 5))
    #expect(rows.map(\.image).allSatisfy { $0 != nil })
  }
}

/// The code of a view: its data, view model and view, and the cell that it draws.
private struct ViewCode: Code {
  let name: String
  let lines: [String]

  /// - Parameter name: Its name without `View`.
  init(_ name: String, in all: [CodeDeclaration]) {
    self.name = name
    let cell = "  static func \(name.lowercased())("
    lines = all.filter { declaration in
      declaration.name.hasPrefix(name + "View")
        || declaration.lines.contains { $0.hasPrefix(cell) }
    }.flatMap(\.lines)
  }
}

/// The code of a kind of data.
private struct KindCode: Code {
  let name: String
  let model: [CodeDeclaration]
  let facets: [CodeDeclaration]

  init(_ name: String, in all: [CodeDeclaration]) {
    self.name = name
    model = all.filter { $0.name == name && !$0.isExtension }
    facets = all.filter { $0.name == name && $0.isExtension }
  }

  var lines: [String] { (model + facets).flatMap(\.lines) }
}
