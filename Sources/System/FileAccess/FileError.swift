public import Diagnostics

/// Why a file or folder could not be used.
public enum FileError: Diagnostic, Hashable {
  /// The file or folder could not be opened or read.
  case unreadable(path: String, fault: FileFault)
  /// The file or folder could not be created or written.
  case unwritable(path: String, fault: FileFault)
  /// The file exceeds the size limit.
  case tooLarge(path: String, bytesMax: Int)
  /// The folder exceeds the limit on entries.
  case tooManyEntries(path: String, entriesMax: Int)

  /// `file/unreadable`, `file/unwritable` or `file/too-large`.
  public var code: DiagnosticCode {
    switch self {
    case .unreadable: .fileUnreadable
    case .unwritable: .fileUnwritable
    case .tooLarge, .tooManyEntries: .fileTooLarge
    }
  }

  /// The failure, with the path.
  public var message: String {
    switch self {
    case .unreadable(let path, let fault): "cannot read '\(path)': \(fault.text)"
    case .unwritable(let path, let fault): "cannot write '\(path)': \(fault.text)"
    case .tooLarge(let path, let bytesMax): "'\(path)' has more than \(bytesMax) bytes"
    case .tooManyEntries(let path, let entriesMax):
      "the folder '\(path)' has more than \(entriesMax) entries"
    }
  }

  /// The advice for the fault or limit; `nil` if there is none.
  public var advice: String? {
    switch self {
    case .unreadable(_, let fault), .unwritable(_, let fault): fault.advice
    case .tooLarge: "Split it into smaller files."
    case .tooManyEntries: "Move unrelated files elsewhere."
    }
  }

  /// The system's fault; `nil` if a limit was exceeded.
  public var fault: FileFault? {
    switch self {
    case .unreadable(_, let fault), .unwritable(_, let fault): fault
    case .tooLarge, .tooManyEntries: nil
    }
  }
}
