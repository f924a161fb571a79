/// Bounds of scripts, answers and lists. Exceeding one is an error that names the bound, or
/// truncates the answer.
public enum Limits {
  /// Bytes of a script: 8 MiB.
  public static let scriptBytesMax = 8_388_608
  /// Bytes of a command line: 64 KiB.
  public static let lineBytesMax = 65_536
  /// Nesting depth of `source` and `load`.
  public static let sourceDepthMax = 16
  /// Command lines that one script runs, including those of sourced scripts.
  public static let scriptStepsMax = 1_000_000
  /// Bytes of step answers in the answer to `source` and `load`: 1 MiB; later answers are omitted.
  public static let sourceTextBytesMax = 1_048_576
  /// Failures of one script that a report lists; the count includes all.
  public static let failuresListedMax = 1_000
  /// Failures that the JSON answers to `source` and `load` list.
  public static let findingsListedMax = 20
  /// Routes that `routes` lists.
  public static let routesListedMax = 10_000
  /// Near misses that `why` lists.
  public static let missesListedMax = 10
  /// Transitions that `log` shows by default.
  public static let logDefault = 20
  /// Transitions that `log` lists in one piece.
  public static let logSlice = 200
  /// Completions offered for one word.
  public static let completionsMax = 1_000
  /// Columns of typed text that a message quotes.
  public static let quotedColumnsMax = 80
  /// Columns of a screen's text that a failed expectation quotes.
  public static let shownColumnsMax = 200
  /// Columns of the subject in the prompt.
  public static let subjectColumnsMax = 32
  /// The narrowest box that `show` draws, in columns.
  public static let boxColumnsMin = 20
  /// The widest box that `show` draws, in columns.
  public static let boxColumnsMax = 100
}
