import CLibrary

/// The identity of a file: equal values mean the same file.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path; a link is not followed. `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that a descriptor refers to; `nil` if the descriptor is not open.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file with a device and an inode number.
  init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
