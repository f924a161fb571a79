import Screens

/// A view that draws and forwards taps to its view model.
@MainActor
struct ReportingView {
  let viewModel: ReportingViewModel

  var content: ScreenContent { Way.coordinator.content }

  func tapped() { viewModel.go() }
}
