/// What the view model tells: what happened, not what shall follow.
@MainActor
protocol StartOutput: AnyObject {
  func wantsToGo()
}
