import CLibrary

/// What the system said when a file could not be read or written; every `FileError` of that kind
/// has one.
public enum FileFault: Error, Hashable {
  /// Nothing of that name.
  case missing
  /// The user may not.
  case denied
  /// A folder where a file is wanted.
  case isFolder
  /// Something else where a folder is wanted.
  case notAFolder
  /// A pipe, socket or device where a file is wanted.
  case notAFile
  /// No room is left on the disk, or the user's quota is used up.
  case diskFull
  /// Nobody reads the other end of the pipe or socket.
  case closed
  /// The path is empty or holds a NUL byte.
  case badPath
  /// Any other fault, by its `errno`.
  case system(Int32)

  /// The fault that `errno` names after a failed call.
  package static var last: FileFault { FileFault(errno: errno) }

  init(errno code: Int32) {
    self =
      switch code {
      case ENOENT: .missing
      case EACCES, EPERM: .denied
      case EISDIR: .isFolder
      case ENOTDIR: .notAFolder
      case ENOSPC, EDQUOT: .diskFull
      case EPIPE: .closed
      default: .system(code)
      }
  }

  /// What is wrong, as the end of "cannot read 'x': …".
  package var text: String {
    switch self {
    case .missing: "there is no such file or folder"
    case .denied: "permission denied"
    case .isFolder: "it is a folder"
    case .notAFolder: "a part of the path is not a folder"
    case .notAFile: "it is a pipe, a socket or a device"
    case .diskFull: "no room is left on the disk"
    case .closed: "nobody reads its other end any more"
    case .badPath: "this cannot be the name of a file"
    case .system(let code): String(cString: strerror(code))
    }
  }

  /// What to do about it; `nil` where there is nothing general to say.
  var advice: String? {
    switch self {
    case .missing: "Check the spelling and the folder you are in."
    case .denied: "Check who owns it and who may use it (ls -l)."
    case .isFolder: "Name a file in it."
    case .notAFolder: "Check the folders in the path."
    case .notAFile: "Name a regular file."
    case .diskFull: "Make room and try again."
    case .closed, .badPath, .system: nil
    }
  }
}
