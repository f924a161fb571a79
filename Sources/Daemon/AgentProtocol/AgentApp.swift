public import Diagnostics

/// What a program adds to the sessions of a daemon: the route files, and scripts in a folder.
@MainActor public protocol AgentApp {
  /// The version of the program.
  var version: String { get }
  /// The findings of `check`.
  /// - Parameter notes: Whether to include notes that need no action if intended.
  func check(notes: Bool) throws(DiagnosticList) -> ToolResult
  /// The findings of `explore`.
  /// - Parameter seconds: How long to search, at most `exploreSecondsMax`.
  func explore(seconds: Int) throws(DiagnosticList) -> ToolResult
  /// The texts that clients can read.
  func resources() throws(DiagnosticList) -> [AgentResource]
  /// The text of a resource; `nil` if there is none of that address.
  func text(of uri: String) throws(DiagnosticList) -> String?
  /// Whether scripts can be read and written.
  var hasScripts: Bool { get }
  /// Reads a script of the folder.
  func script(named name: String) throws(DiagnosticList) -> String
  /// Writes a script to the folder.
  func save(_ script: String, as name: String) throws(DiagnosticList)
}

/// A text that clients can read.
public struct AgentResource: Sendable {
  /// The address, such as `signalbox://help/codes`.
  public let uri: String
  /// The name that people see.
  public let name: String
  /// What it contains: one clause.
  public let summary: String

  /// Describes a resource.
  public init(uri: String, name: String, summary: String) {
    (self.uri, self.name, self.summary) = (uri, name, summary)
  }
}
