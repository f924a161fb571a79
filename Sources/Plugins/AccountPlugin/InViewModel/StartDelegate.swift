/// What the view model asks for once it has decided.
@MainActor
protocol StartDelegate: AnyObject {
  func showLogin()
  func showMain()
}
