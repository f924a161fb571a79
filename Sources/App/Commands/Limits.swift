/// Bounds of scripts, answers and lists; going over one is an error that names it, or is told in
/// the answer.
public enum Limits {
  /// Bytes of a script: 8 MiB.
  public static let scriptBytesMax = 8_388_608
  /// Bytes of a command line: 64 KiB.
  public static let lineBytesMax = 65_536
  /// Scripts that source one another.
  public static let sourceDepthMax = 16
  /// Command lines that one script may run, those of sourced scripts included.
  public static let scriptStepsMax = 1_000_000
  /// Bytes of the answers that `source` and `load` show: 1 MiB; later ones are left out.
  public static let sourceTextBytesMax = 1_048_576
  /// Failures of one script that a report lists; all are counted.
  public static let failuresListedMax = 1_000
  /// Failures of a script that the answers to `source` and `load` list for programs.
  public static let findingsListedMax = 20
  /// Routes that `routes` lists.
  public static let routesListedMax = 10_000
  /// Near misses that `why` tells.
  public static let missesListedMax = 10
  /// Transitions that `log` shows unless it is told a number.
  public static let logDefault = 20
  /// Completions that are offered.
  public static let completionsMax = 1_000
  /// Columns of what was typed that a message quotes.
  public static let quotedColumnsMax = 80
  /// Columns of a screen's text that a failed expectation quotes.
  public static let shownColumnsMax = 200
  /// Columns that a subject takes in the prompt.
  public static let subjectColumnsMax = 32
  /// Columns of the narrowest box that `show` draws.
  public static let boxColumnsMin = 20
  /// Columns of the widest box that `show` draws.
  public static let boxColumnsMax = 100
}
