public import Screens

/// One decision, to log in or to continue to the library, made by a view, by a view model and by a
/// coordinator.
///
///     /start                Starts: the three designs and what they cost
///     /start/view           StartInView
///     /start/view-model     StartInViewModel
///     /start/coordinator    StartInCoordinator
///
/// Its routes and its other screens are in `Routes/account.yaml`.
public struct Account: Plugin {
  /// The name of its route file.
  public let name = "account"

  /// Creates the plugin.
  public init() {}

  /// Registers the four screens.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("Starts") { _ in StartsScreen() }
    registry.screen("StartInView") { _ in DecidingView() }
    registry.screen("StartInViewModel") { _ in ObeyingView() }
    registry.screen("StartInCoordinator") { _ in StartCoordinator() }
  }
}
