/// What the view model requests once it has decided.
@MainActor
protocol StartDelegate: AnyObject {
  func showLogin()
  func showMain()
}
