public import Diagnostics
public import FileAccess

/// Why the journal cannot be opened, read or written.
public enum JournalError: DiagnosticError, Hashable {
  case file(FileError)
  case locked(folder: String, processID: Int32?)
  /// A file or folder has another owner, or others can write to it.
  case unsafe(path: String)
  case notJournal(path: String)
  case newer(path: String, version: Int64)
  /// The content is not what was written; `what` is one clause.
  case damaged(path: String, what: String)
  case repairInterrupted(folder: String)
  /// There is a write-ahead log without its main file.
  case mainMissing(folder: String)
  /// A read or write failed; `reason` is what SQLite and the system report.
  case failed(path: String, doing: String, reason: String, isFull: Bool)
  /// A write exceeds the process's limit on the size of a file.
  case sizeLimit(path: String)
  case tooOld(seq: Int64, oldest: Int64)
  case closed
  case missing(folder: String)

  /// The error for a person.
  public var diagnostic: Diagnostic {
    switch self {
    case .file(let error): error.diagnostic
    case .locked(let folder, let processID):
      Diagnostic(
        .journalLocked,
        (processID.map { "process \($0)" } ?? "another process")
          + " uses the journal in '\(folder)'",
        advice: "Stop the daemon that uses it, or choose another folder with --data.")
    case .unsafe(let path):
      Diagnostic(
        .journalUnsafe, "'\(path)' has another owner, or other users can write to it",
        advice: "Make it private: chmod go-rwx '\(path)'.")
    case .notJournal(let path):
      Diagnostic(
        .journalVersion, "'\(path)' is not a Signalbox journal",
        advice: "Choose another folder with --data, or move the file away.")
    case .newer(let path, let version):
      Diagnostic(
        .journalVersion,
        "the journal '\(path)' has version \(version); this program reads up to "
          + "\(Schema.version)",
        advice: "Use the newer program, or choose another folder with --data.")
    case .damaged(let path, let what):
      Diagnostic(
        .journalDamaged, "the journal '\(path)' is damaged: \(what)",
        advice: "Run 'signalbox journal check', then 'signalbox journal repair', which recovers "
          + "all undamaged records and keeps the damaged file.")
    case .repairInterrupted(let folder):
      Diagnostic(
        .journalDamaged, "a repair of the journal in '\(folder)' was interrupted",
        advice: "Run 'signalbox journal repair' again.")
    case .mainMissing(let folder):
      Diagnostic(
        .journalDamaged,
        "the journal '\(folder)/\(FileNames.main)' is missing, but its log is not",
        advice: "Put the main file back, from a backup together with its log. Without one nothing "
          + "can be recovered: move '\(FileNames.log)' away to begin a new journal.")
    case .failed(let path, let doing, let reason, let isFull):
      Diagnostic(
        .journalFailed, "cannot \(doing) '\(path)': \(reason)",
        advice: isFull
          ? "Free space on the disk, then restart the daemon."
          : "Check the disk (dmesg), then restart the daemon.")
    case .sizeLimit(let path):
      Diagnostic(
        .journalFailed, "cannot write '\(path)': \(FileFault.sizeLimit.text)",
        advice: "Raise the limit (ulimit -f, LimitFSIZE=) and restart the daemon.")
    case .tooOld(let seq, let oldest):
      Diagnostic(
        .journalTooOld, "change \(seq) is no longer kept: the oldest of this session is \(oldest)",
        advice: "Start from \(oldest), or read the current state.")
    case .closed: Diagnostic(.journalFailed, "the journal is closed")
    case .missing(let folder):
      Diagnostic(
        .journalMissing, "there is no journal in '\(folder)'",
        advice: "Name the daemon's folder with --data DIR.")
    }
  }
}
