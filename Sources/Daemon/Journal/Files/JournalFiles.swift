internal import FileAccess

/// The names of a journal's files in its folder.
enum FileNames {
  /// The main file.
  static let main = "journal.sqlite"
  /// The write-ahead log.
  static let log = main + "-wal"
  /// SQLite's memory shared between connections.
  static let index = main + "-shm"
  /// A new journal while it is being created.
  static let fresh = "journal.new"
  /// A repaired journal before it replaces the damaged one.
  static let repaired = "journal.repaired"

  /// Bytes of the main file and the write-ahead log.
  static func bytes(in folder: String) -> Int64 {
    fileBytes(folder + "/" + main) + fileBytes(folder + "/" + log)
  }
}

/// File sizes that tests reduce to reach the limits sooner.
package struct FileSizes: Sendable {
  /// Bytes of a page in a new main file: a power of two from 512 to 65,536.
  package var pageBytes: Int
  /// Pages that the write-ahead log may hold before a checkpoint.
  package var logPagesMax: Int

  /// Creates sizes; the defaults are those of every journal outside tests.
  package init(pageBytes: Int? = nil, logPagesMax: Int? = nil) {
    self.pageBytes = pageBytes ?? Schema.pageBytes
    self.logPagesMax = logPagesMax ?? Limits.logPagesMax
  }
}

/// Exclusive use of a folder for as long as the lock lives, against other processes and other
/// openers in this one.
final class FolderLock: Sendable {
  private let lock: FileLock

  /// Takes the lock.
  /// - Throws: `locked` if it is held.
  init(_ folder: String) throws(JournalError) {
    let path = folder + "/journal.lock"
    do throws(FileLock.Refusal) {
      lock = try FileLock(path)
    } catch {
      switch error {
      case .held(let processID): throw .locked(folder: folder, processID: processID)
      case .foreign: throw .unsafe(path: path)
      case .fault(let fault): throw .file(.unwritable(path: path, fault: fault))
      }
    }
  }
}
