public import Diagnostics
public import FileAccess

/// Why the journal cannot be used, or no longer be written.
public enum JournalError: Diagnostic, Hashable {
  /// The folder or a file in it cannot be made or read.
  case file(FileError)
  /// Another process has the folder, if that is known the one of this number.
  case locked(folder: String, processID: Int32?)
  /// Others could change the journal, or it is somebody else's.
  case unsafe(path: String)
  /// The file is no journal of Signalbox.
  case notJournal(path: String)
  /// A newer Signalbox made it.
  case newer(path: String, version: Int64)
  /// It holds something else than was written; `what` is one clause.
  case damaged(path: String, what: String)
  /// A repair was begun and has not come to its end.
  case repairInterrupted(folder: String)
  /// Writing or reading failed; `reason` is what SQLite and the system say.
  case failed(path: String, doing: String, reason: String, isFull: Bool)
  /// The session has no record of that number any more.
  case tooOld(seq: Int64, oldest: Int64)
  /// It was closed before.
  case closed
  /// There is no journal in the folder.
  case missing(folder: String)

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .file(let error): error.code
    case .locked: .journalLocked
    case .unsafe: .journalUnsafe
    case .notJournal, .newer: .journalVersion
    case .damaged, .repairInterrupted: .journalDamaged
    case .failed, .closed: .journalFailed
    case .tooOld: .journalTooOld
    case .missing: .journalMissing
    }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .file(let error): error.message
    case .locked(let folder, let processID):
      (processID.map { "process \($0)" } ?? "another process")
        + " uses the journal in '\(folder)'"
    case .unsafe(let path): "'\(path)' belongs to somebody else, or others may change it"
    case .notJournal(let path): "'\(path)' is no journal of Signalbox"
    case .newer(let path, let version):
      "the journal '\(path)' has version \(version), and this program knows \(Schema.version)"
    case .damaged(let path, let what): "the journal '\(path)' is damaged: \(what)"
    case .repairInterrupted(let folder):
      "a repair of the journal in '\(folder)' has not come to its end"
    case .failed(let path, let doing, let reason, _): "cannot \(doing) '\(path)': \(reason)"
    case .tooOld(let seq, let oldest):
      "change \(seq) is no longer kept: the oldest of this session is \(oldest)"
    case .closed: "the journal was closed"
    case .missing(let folder): "there is no journal in '\(folder)'"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .file(let error): error.advice
    case .locked: "End the daemon that uses it, or name another folder by --data."
    case .unsafe(let path): "Make it yours alone: chmod go-rwx '\(path)'."
    case .notJournal: "Name another folder by --data, or move the file away."
    case .newer: "Use the newer program, or name another folder by --data."
    case .damaged:
      "See 'signalbox journal check'; 'signalbox journal repair' keeps what is provably good, and "
        + "the damaged file too."
    case .repairInterrupted: "Run 'signalbox journal repair' again."
    case .failed(_, _, _, isFull: true): "Make room on the disk, then send 'mode.writable'."
    case .failed: "Look at the disk (dmesg), then restart or send 'mode.writable'."
    case .tooOld(_, let oldest): "Begin with \(oldest), or read the state anew."
    case .closed: nil
    case .missing: "Name the folder of the daemon by --data."
    }
  }
}
