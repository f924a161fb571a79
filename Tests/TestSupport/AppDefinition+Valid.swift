public import Navigation

extension AppDefinition {
  /// The app of plugins that are known to be valid.
  public static func valid(_ plugins: PluginDraft...) -> AppDefinition { valid(plugins) }

  /// The app of plugins that are known to be valid.
  public static func valid(_ plugins: [PluginDraft]) -> AppDefinition {
    do { return try AppDefinition(plugins: plugins) } catch { preconditionFailure("\(error)") }
  }
}
