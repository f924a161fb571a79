/// The events that the view reports to its view model. Nothing is returned.
@MainActor
protocol RootInputs {
  /// The screen has been opened.
  func opened()
  /// The user wants to try again.
  func retried()
  /// The screen has been closed and will not be opened again.
  func closed()
}
