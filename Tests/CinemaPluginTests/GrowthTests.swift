import PluginTestSupport
import Screens
import TestSupport
import Testing

@testable import CinemaPlugin

/// The code grows with views plus models. A view is one file; a kind of data is a model and its
/// facets; neither names another.
@MainActor
struct GrowthTests {
  private let views: [CodeFile]
  private let models: [CodeFile]
  private let facets: [CodeFile]
  private let common: CodeFile

  init() throws {
    let folder = "Sources/Plugins/CinemaPlugin"
    common = try CodeFile("\(folder)/Views/PictureView.swift")
    let added = try CodeFile.all(in: "Tests/CinemaPluginTests/Growth")
    views =
      try CodeFile.all(in: "\(folder)/Views").filter { $0.name != "PictureView" }
      + added.filter { $0.name.hasSuffix("View") }
    models =
      try CodeFile.all(in: "\(folder)/Models")
      + added.filter { !$0.name.hasSuffix("View") && !$0.name.hasSuffix("+Facets") }
    facets =
      try (CodeFile.all(in: "\(folder)/Facets") + added).filter { $0.name.hasSuffix("+Facets") }
  }

  @Test func `the plugin has two views and five kinds, the tests add one each`() {
    #expect(views.map(\.name) == ["PosterView", "ThumbnailView", "BannerView"])
    #expect(
      models.map(\.name)
        == ["BookmarkedFilm", "Drama", "Film", "Hobby", "WatchedFilm", "Concert"])
    #expect(facets.map(\.name) == models.map { $0.name + "+Facets" })
  }

  @Test func `a view has three types, a kind of data one`() {
    for view in views + [common] {
      #expect(view.types == [view.name + "Data", view.name + "Model", view.name])
    }
    for model in models { #expect(model.types == [model.name]) }
    for facets in facets { #expect(facets.types == []) }
    let viewModels = (views + models + [common]).flatMap(\.types).filter {
      $0.hasSuffix("ViewModel")
    }
    #expect(viewModels.count == views.count + 1)
  }

  @Test func `views and models do not name each other, nor one view another`() {
    for view in views {
      for model in models { #expect(!view.mentions(model.name), "\(view.path)") }
      for other in views where other.name != view.name {
        for type in other.types { #expect(!view.mentions(type), "\(view.path)") }
      }
    }
    for model in models + facets {
      for type in (views + [common]).flatMap(\.types) + ["Row", "Cell", "Screens"] {
        #expect(!model.mentions(type), "\(model.path): \(type)")
      }
    }
    // The facets describe how a kind is shown; its model does not.
    for model in models {
      for facet in ["Item", "Portrayed", "Pictured", "Badged", "Captioned"] {
        #expect(!model.mentions(facet), "\(model.path): \(facet)")
      }
    }
  }

  @Test func `only the shelf names both views and kinds`() throws {
    let folder = "Sources/Plugins/CinemaPlugin"
    let files = try CodeFile.all(in: folder) + CodeFile.all(in: "\(folder)/Facets") + views + models
    let cells = ["poster", "thumbnail", "banner"]
    let both = files.filter { file in
      models.contains { file.mentions($0.name) }
        && (views.flatMap(\.types) + cells).contains(where: file.mentions)
    }
    #expect(both.map(\.name) == ["Shelf"])
  }

  @Test func `common view code is written once, and used by composition`() {
    for view in views {
      #expect(!view.mentions("isSelected"), "\(view.path)")
      #expect(view.lines.contains("  let picture: any PictureViewData"))
      let heads = view.lines.filter { $0.contains("protocol") || $0.contains("class") }
      #expect(
        heads == [
          "protocol \(view.name)Data: AnyObject {",
          "final class \(view.name)Model: \(view.name)Data {",
        ])
    }
  }

  /// For every number of views and kinds, the types and lines are a sum with one term per view and
  /// one per kind, although the combinations are a product.
  @Test func `code size is linear in views plus kinds`() {
    let viewLinesMax = 45
    let modelLinesMax = 25
    for viewCount in 1...views.count {
      for modelCount in 1...models.count {
        let files =
          [common] + views.prefix(viewCount) + models.prefix(modelCount)
          + facets.prefix(modelCount)
        #expect(files.flatMap(\.types).count == 3 * (1 + viewCount) + modelCount)
        let lines = files.map(\.lines.count).reduce(0, +)
        #expect(lines <= viewLinesMax * (1 + viewCount) + modelLinesMax * modelCount)
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
