import CLibrary
public import Diagnostics

/// Why a file or folder could not be used.
public enum FileError: DiagnosticError, Hashable {
  /// The file or folder could not be opened or read.
  case unreadable(path: String, fault: FileFault)
  /// The file or folder could not be created or written.
  case unwritable(path: String, fault: FileFault)
  /// The file exceeds the size limit.
  case tooLarge(path: String, bytesMax: Int)
  /// The folder exceeds the limit on entries.
  case tooManyEntries(path: String, entriesMax: Int)

  /// The failure, with the path.
  public var diagnostic: Diagnostic {
    switch self {
    case .unreadable(let path, let fault):
      Diagnostic(
        .fileUnreadable, "cannot read '\(path)': \(fault.text)",
        advice: fault == .notAFile
          ? "Name a regular file, or '-' for standard input." : fault.advice)
    case .unwritable(let path, let fault):
      Diagnostic(
        .fileUnwritable, "cannot write '\(path)': \(fault.text)", advice: fault.advice)
    case .tooLarge(let path, let bytesMax):
      Diagnostic(
        .fileTooLarge, "'\(path)' has more than \(bytesMax) bytes",
        advice: "Split it into smaller files.")
    case .tooManyEntries(let path, let entriesMax):
      Diagnostic(
        .fileTooLarge, "the folder '\(path)' has more than \(entriesMax) entries",
        advice: "Move unrelated files elsewhere.")
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

/// The cause of a failed file operation, carried by `FileError.unreadable` and `.unwritable`.
public enum FileFault: Error, Hashable {
  /// The file or folder does not exist.
  case missing
  /// Permission denied.
  case denied
  /// A folder where a file was expected.
  case isFolder
  /// A path component that is not a folder.
  case notAFolder
  /// A pipe, socket or device where a file was expected.
  case notAFile
  /// A symbolic link of another user on the way to a file to be written.
  case foreignLink(path: String)
  /// A file of another user to be appended to, in a folder where everyone can create one.
  case foreignFile
  /// A file that is not in its place (`isInPlace`), and has lines that are not of its kind.
  case hidden
  /// The disk is full or the user's quota is exhausted.
  case diskFull
  /// The limit on the size of a file is reached: the process's (`ulimit -f`) or the file system's.
  case sizeLimit
  /// The other end of the pipe or socket is closed.
  case closed
  /// The path is empty or contains a NUL byte.
  case badPath
  /// Any other error, as its `errno`.
  case system(Int32)

  /// The fault for the current `errno`, read after a failed call.
  package static var last: FileFault { FileFault(errno: errno) }

  package init(errno code: Int32) {
    self =
      switch code {
      case ENOENT: .missing
      case EACCES, EPERM: .denied
      case EISDIR: .isFolder
      case ENOTDIR: .notAFolder
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .sizeLimit
      case EPIPE: .closed
      default: .system(code)
      }
  }

  /// The cause, phrased to follow "cannot read 'x': ".
  package var text: String {
    switch self {
    case .missing: "there is no such file or folder"
    case .denied: "permission denied"
    case .isFolder: "it is a folder"
    case .notAFolder: "a part of the path is not a folder"
    case .notAFile: "it is a pipe, a socket or a device"
    case .foreignLink(let path): "'\(path)' is a symbolic link of another user"
    case .foreignFile: "it belongs to another user, in a folder where everyone can create files"
    case .hidden:
      "it is of another user, or behind a link out of this folder, and has lines, which may be "
        + "secret, that are not of its kind"
    case .diskFull: "no space is left on the disk"
    case .sizeLimit: "the file-size limit was reached"
    case .closed: "its other end is closed"
    case .badPath: "it is not a valid file name"
    case .system(let code): systemMessage(code)
    }
  }

  /// Advice on how to fix it; `nil` if there is no general advice.
  var advice: String? {
    switch self {
    case .missing: "Check the spelling and the working directory."
    case .denied: "Check its owner and permissions (ls -l)."
    case .isFolder: "Name a file in it."
    case .notAFolder: "Check the folders in the path."
    case .notAFile: "Name a regular file."
    case .foreignLink, .foreignFile: "Remove it, or name another file."
    case .hidden: "Name another file, or correct it."
    case .diskFull: "Free space and try again."
    case .sizeLimit: "Raise the limit (ulimit -f) and start again."
    case .closed, .badPath, .system: nil
    }
  }
}

/// The system's text for an `errno`.
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
