/// The settings of a console conversation.
public struct ConsoleOptions: Sendable {
  /// The program name that `$if` in an inputrc is compared with.
  public var programName: String
  /// The history file; `nil` for none. It is created with mode 0600, its missing parent folders
  /// with 0700.
  public var historyPath: String?
  /// The files and folders whose changes are reported to the conversation. A folder covers the
  /// files in it, not those in subfolders. Used only at a terminal.
  public var watchedPaths: [String]
  /// Text printed before the first prompt: complete lines, or empty. Used only at a terminal.
  public var banner: String

  /// Creates the settings; only the name is required.
  public init(
    programName: String, historyPath: String? = nil, watchedPaths: [String] = [],
    banner: String = ""
  ) {
    self.programName = programName
    self.historyPath = historyPath
    self.watchedPaths = watchedPaths
    self.banner = banner
  }
}
