public import Commands
public import Diagnostics
public import Journal
public import Service

/// The configuration of a daemon.
public struct DaemonOptions {
  /// The program's version, for the greeting.
  public var version: String
  /// The limits.
  public var limits = DaemonLimits()
  /// The commands that can be typed; each is also a method.
  public var commands = CommandTable.standard
  /// Reads the route files again.
  public var appSource: () -> Result<ServedApp, DiagnosticList>
  /// What is wrong with the route files, if an earlier app is served.
  public var routeFindings: [Diagnostic] = []
  /// Builds an app from stored route files; `nil` if they are no longer valid.
  public var appOfFiles: ([DefinitionFile]) -> ServedApp? = { _ in nil }
  /// When answers are sent: after the commit, or at once.
  public var durability = Durability.none
  /// The folder of the journal; `nil` if nothing is kept.
  public var journalFolder: String?
  /// Identifies the journal, so that clients recognize it after a restart; `nil` without one.
  public var journalIdentity: String?
  /// Receives log entries.
  public var log: (LogEntry) -> Void = { _ in }

  /// - Parameters:
  ///   - version: For the greeting.
  ///   - appSource: Reads the route files again.
  public init(
    version: String, appSource: @escaping () -> Result<ServedApp, DiagnosticList>
  ) {
    self.version = version
    self.appSource = appSource
  }
}
