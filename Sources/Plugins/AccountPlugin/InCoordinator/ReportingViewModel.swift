/// A view model that only reports events. It knows neither the session's state nor any destination.
@MainActor
final class ReportingViewModel {
  weak var output: (any StartOutput)?

  func go() { output?.wantsToGo() }
}
