public import Diagnostics
public import FileAccess

/// Why the journal cannot be opened, read or written.
public enum JournalError: Diagnostic, Hashable {
  case file(FileError)
  case locked(folder: String, processID: Int32?)
  /// A file or folder has another owner, or others can write to it.
  case unsafe(path: String)
  case notJournal(path: String)
  case newer(path: String, version: Int64)
  /// The content is not what was written; `what` is one clause.
  case damaged(path: String, what: String)
  case repairInterrupted(folder: String)
  /// A read or write failed; `reason` is what SQLite and the system report.
  case failed(path: String, doing: String, reason: String, isFull: Bool)
  /// A write exceeds the process's limit on the size of a file.
  case sizeLimit(path: String)
  case tooOld(seq: Int64, oldest: Int64)
  case closed
  case missing(folder: String)

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .file(let error): error.code
    case .locked: .journalLocked
    case .unsafe: .journalUnsafe
    case .notJournal, .newer: .journalVersion
    case .damaged, .repairInterrupted: .journalDamaged
    case .failed, .sizeLimit, .closed: .journalFailed
    case .tooOld: .journalTooOld
    case .missing: .journalMissing
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .file(let error): error.message
    case .locked(let folder, let processID):
      (processID.map { "process \($0)" } ?? "another process")
        + " uses the journal in '\(folder)'"
    case .unsafe(let path): "'\(path)' has another owner, or other users can write to it"
    case .notJournal(let path): "'\(path)' is not a Signalbox journal"
    case .newer(let path, let version):
      "the journal '\(path)' has version \(version); this program reads up to \(Schema.version)"
    case .damaged(let path, let what): "the journal '\(path)' is damaged: \(what)"
    case .repairInterrupted(let folder):
      "a repair of the journal in '\(folder)' was interrupted"
    case .failed(let path, let doing, let reason, _): "cannot \(doing) '\(path)': \(reason)"
    case .sizeLimit(let path): "cannot write '\(path)': \(FileFault.sizeLimit.text)"
    case .tooOld(let seq, let oldest):
      "change \(seq) is no longer kept: the oldest of this session is \(oldest)"
    case .closed: "the journal is closed"
    case .missing(let folder): "there is no journal in '\(folder)'"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .file(let error): error.advice
    case .locked: "Stop the daemon that uses it, or choose another folder with --data."
    case .unsafe(let path): "Make it private: chmod go-rwx '\(path)'."
    case .notJournal: "Choose another folder with --data, or move the file away."
    case .newer: "Use the newer program, or choose another folder with --data."
    case .damaged:
      "Run 'signalbox journal check', then 'signalbox journal repair', which recovers all "
        + "undamaged records and keeps the damaged file."
    case .repairInterrupted: "Run 'signalbox journal repair' again."
    case .failed(_, _, _, isFull: true): "Free space on the disk, then send 'mode.writable'."
    case .failed: "Check the disk (dmesg), then restart or send 'mode.writable'."
    case .sizeLimit: "Raise the limit (ulimit -f, LimitFSIZE=) and restart the daemon."
    case .tooOld(_, let oldest): "Start from \(oldest), or read the current state."
    case .closed: nil
    case .missing: "Name the daemon's folder with --data DIR."
    }
  }
}
