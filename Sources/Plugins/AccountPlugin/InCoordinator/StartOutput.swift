/// The events that the view model reports: what happened, not what should follow.
@MainActor
protocol StartOutput: AnyObject {
  func wantsToGo()
}
