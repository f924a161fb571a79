extension AppDefinition {
  /// The link that a tap on a screen opens; `nil` for a tap that asks for an event.
  public func link(of tap: Tap, on entry: ScreenEntry) -> String? {
    guard case .link(let template) = tap.target else { return nil }
    return self.link(template, on: entry)
  }
}
