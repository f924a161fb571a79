internal import FileAccess

/// Keeps every other opener away from a folder, in this process too, as long as it lives.
final class FolderLock: Sendable {
  private let lock: FileLock

  /// Takes the lock, or says that another has it.
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
