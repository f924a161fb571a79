public import Screens

/// The same decision, log in or go on to the library, taken by a view, by a view model and by a
/// coordinator.
///
///     /start                Starts: the three ways and what they cost
///     /start/view           StartInView
///     /start/view-model     StartInViewModel
///     /start/coordinator    StartInCoordinator
///
/// Its routes and its other screens stand in `Routes/account.yaml`.
public struct Account: Plugin {
  /// The name of its route file.
  public let name = "account"

  /// Makes the plugin.
  public init() {}

  /// Adds the four screens.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("Starts") { _ in StartsScreen() }
    registry.screen("StartInView") { _ in DecidingView() }
    registry.screen("StartInViewModel") { _ in ObeyingView() }
    registry.screen("StartInCoordinator") { _ in StartCoordinator() }
  }
}
