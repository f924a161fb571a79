import Screens

/// One track.
@MainActor
final class TrackScreen: Screen {
  private let viewModel: TrackViewModel

  init(_ viewModel: TrackViewModel) {
    self.viewModel = viewModel
    viewModel.load()
  }

  var content: ScreenContent {
    var content = ScreenContent(title: "Track \(viewModel.id)")
    switch viewModel.state {
    case .loading: content.state = .loading
    case .empty(let text): content.sections = [Section(nil, [Row(text)])]
    case .failed(let text):
      content.state = .failed(message: text)
      content.taps = [ScreenTap("retry")]
    case .found(let viewData):
      var view = ResultDetailView()
      view.configure(viewData: viewData)
      content.sections = [view.section]
    }
    if let album = viewModel.albumLink { content.taps.append(ScreenTap("album", album)) }
    content.taps.append(ScreenTap("close", "back"))
    return content
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "retry" { viewModel.load() }
    answer(nil)
  }

  func close() { viewModel.cancel() }
}
