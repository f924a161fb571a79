/// What a conversation at the console needs beside the conversation itself.
public struct ConsoleOptions: Sendable {
  /// The name that `$if` in an inputrc compares with.
  public var programName: String
  /// The file in which lines are remembered from one run to the next; `nil` for none. It is made
  /// with mode 0600, and the folders above it that are missing with 0700.
  public var historyPath: String?
  /// Files and folders whose changes the conversation hears of. A folder stands for the files in
  /// it, not for those in folders below. Only at a terminal.
  public var watchedPaths: [String]
  /// Printed before the first prompt: whole lines, or nothing. Only at a terminal.
  public var banner: String

  /// Options; all but the name may be left out.
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
