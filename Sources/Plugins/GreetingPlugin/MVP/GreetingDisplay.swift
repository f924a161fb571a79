/// What the presenter of MVP asks of a view, whatever the view is.
@MainActor
protocol GreetingDisplay: AnyObject {
  func show(_ greeting: String)
}
