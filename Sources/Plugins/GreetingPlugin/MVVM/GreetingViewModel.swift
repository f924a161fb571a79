/// The state and actions that the view of MVVM binds to.
@MainActor
protocol GreetingViewModel: AnyObject {
  /// The greeting; `nil` before the first one.
  var greeting: String? { get }

  func greet()
}
