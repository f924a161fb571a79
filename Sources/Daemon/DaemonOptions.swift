public import Commands

/// What a daemon works with.
public struct DaemonOptions {
  /// The program's version, for the greeting.
  public var version: String
  /// Its bounds.
  public var limits = DaemonLimits()
  /// Reads the route files again.
  public var appSource: () -> Result<ServedApp, DefinitionFaults>
  /// Which journal is written, so that clients know it again; `nil` without one.
  public var journalIdentity: String?
  /// Gets what is to be logged: a line without a line end, escaped.
  public var log: (String) -> Void = { _ in }

  /// - Parameters:
  ///   - version: For the greeting.
  ///   - appSource: Reads the route files again.
  public init(
    version: String, appSource: @escaping () -> Result<ServedApp, DefinitionFaults>
  ) {
    self.version = version
    self.appSource = appSource
  }
}
