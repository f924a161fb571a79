/// What the view of MVVM binds to, whatever makes it.
@MainActor
protocol GreetingViewModel: AnyObject {
  /// What is said; `nil` before anybody was greeted.
  var greeting: String? { get }

  func greet()
}
