/// What the view tells its view model: what happened there. Nothing is answered.
@MainActor
protocol RootInputs {
  /// The screen has been opened.
  func opened()
  /// The person wants it tried again.
  func retried()
  /// The screen has been closed for good.
  func closed()
}
