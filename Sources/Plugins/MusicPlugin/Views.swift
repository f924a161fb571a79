import Screens

/// One row of a list: title, subtitle and cover.
struct ResultView {
  private(set) var row = Row("")

  mutating func configure(viewData: any ResultViewData) {
    row = Row(viewData.title, subtitle: viewData.subtitle, image: viewData.albumCoverURL)
  }
}

/// One result on its own screen: its row, then its details.
struct ResultDetailView {
  private(set) var section = Section(nil, [])

  mutating func configure(viewData: any ResultDetailViewData) {
    var head = ResultView()
    head.configure(viewData: viewData)
    section = Section(nil, [head.row] + viewData.details.map { Row($0.value, subtitle: $0.name) })
  }
}

/// A screen of fetched data: it loads when it opens, offers `retry` after a failure, and cancels
/// when it closes.
@MainActor
protocol FetchingScreen: Screen {
  associatedtype ViewModel: FetchingViewModel
  var viewModel: ViewModel { get }
}

extension FetchingScreen {
  /// The content of every state; `show` adds data that was found.
  func content(
    title: String, show: (ViewModel.Found, inout ScreenContent) -> Void
  ) -> ScreenContent {
    var content = ScreenContent(title: title)
    switch viewModel.state {
    case .loading: content.state = .loading
    case .found(let found): show(found, &content)
    case .empty(let text): content.sections = [Section(nil, [Row(text)])]
    case .failed(let text):
      content.state = .failed(message: text)
      content.taps = [ScreenTap("retry")]
    }
    return content
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "retry" { viewModel.load() }
    answer(nil)
  }

  func close() { viewModel.cancel() }
}

/// The list of results: one view per row, and taps to the adjacent pages.
@MainActor
final class SearchScreen: FetchingScreen {
  let viewModel: SearchViewModel

  init(_ viewModel: SearchViewModel) {
    self.viewModel = viewModel
    viewModel.load()
  }

  var content: ScreenContent {
    var content = content(title: "Music for \(viewModel.term)") { results, content in
      let taps = results.enumerated().map { ScreenTap("track-\($0 + 1)", $1.link) }
      content.sections = [Section(nil, zip(results, taps).map(row))]
      content.taps = taps
    }
    content.taps += [
      viewModel.previousLink.map { ScreenTap("previous", $0) },
      viewModel.moreLink.map { ScreenTap("more", $0) },
    ].compactMap { $0 }
    return content
  }

  private func row(of result: SearchViewModel.Result, _ tap: ScreenTap) -> Row {
    var view = ResultView()
    view.configure(viewData: result.viewData)
    var row = view.row
    row.tap = tap.name
    return row
  }
}

/// One track.
@MainActor
final class TrackScreen: FetchingScreen {
  let viewModel: TrackViewModel

  init(_ viewModel: TrackViewModel) {
    self.viewModel = viewModel
    viewModel.load()
  }

  var content: ScreenContent {
    var content = content(title: "Track \(viewModel.id)") { viewData, content in
      var view = ResultDetailView()
      view.configure(viewData: viewData)
      content.sections = [view.section]
    }
    if let album = viewModel.albumLink { content.taps.append(ScreenTap("album", album)) }
    content.taps.append(ScreenTap("close", "back"))
    return content
  }
}
