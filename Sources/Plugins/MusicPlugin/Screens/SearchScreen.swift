import Screens

/// The list of results: one view per row, and taps to the adjacent pages.
@MainActor
final class SearchScreen: Screen {
  private let viewModel: SearchViewModel

  init(_ viewModel: SearchViewModel) {
    self.viewModel = viewModel
    viewModel.load()
  }

  var content: ScreenContent {
    var content = ScreenContent(title: "Music for \(viewModel.term)")
    switch viewModel.state {
    case .loading: content.state = .loading
    case .empty(let text): content.sections = [Section(nil, [Row(text)])]
    case .failed(let text):
      content.state = .failed(message: text)
      content.taps = [ScreenTap("retry")]
    case .results(let results):
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

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "retry" { viewModel.load() }
    answer(nil)
  }

  func close() { viewModel.cancel() }

  private func row(of result: SearchViewModel.Result, _ tap: ScreenTap) -> Row {
    var view = ResultView()
    view.configure(viewData: result.viewData)
    var row = view.row
    row.tap = tap.name
    return row
  }
}
