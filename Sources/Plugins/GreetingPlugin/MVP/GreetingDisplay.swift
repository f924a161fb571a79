/// What the presenter of MVP requires of a view.
@MainActor
protocol GreetingDisplay: AnyObject {
  func show(_ greeting: String)
}
