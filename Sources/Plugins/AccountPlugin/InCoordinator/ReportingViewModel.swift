/// A view model that reports. It knows neither who is there nor that there is anywhere to go.
@MainActor
final class ReportingViewModel {
  weak var output: (any StartOutput)?

  func go() { output?.wantsToGo() }
}
