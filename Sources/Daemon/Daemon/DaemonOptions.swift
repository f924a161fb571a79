public import Commands
public import Journal
public import Service

/// What a daemon works with.
public struct DaemonOptions {
  /// The program's version, for the greeting.
  public var version: String
  /// Its bounds.
  public var limits = DaemonLimits()
  /// The commands that can be typed; each is a method, too.
  public var commands = CommandTable.standard
  /// Reads the route files again.
  public var appSource: () -> Result<ServedApp, DefinitionFaults>
  /// Makes an app of route files that were stored; `nil` if they are no app any more.
  public var appOfFiles: ([ServedApp.File]) -> ServedApp? = { _ in nil }
  /// When answers may leave.
  public var durability = Durability.none
  /// The folder of the journal, unless nothing is kept.
  public var journalFolder: String?
  /// What the journal is known by, so that clients know it again; `nil` without one.
  public var journalIdentity: String?
  /// Gets what is to be logged.
  public var log: (LogEntry) -> Void = { _ in }

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
