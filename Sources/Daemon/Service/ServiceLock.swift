public import Diagnostics
internal import FileAccess

/// A lock that one daemon at a time can hold; see `FileLock`.
public final class ServiceLock {
  private let lock: FileLock

  /// Takes the lock.
  /// - Parameter path: Its folder must exist.
  /// - Throws: `locked`, `foreign` or `unusable`.
  public init(path: String) throws(Diagnostic) {
    do throws(FileLock.Refusal) {
      lock = try FileLock(path)
    } catch {
      switch error {
      case .held(let processID): throw .locked(path: path, processID: processID)
      case .foreign(let userID): throw .foreign(path: path, userID: userID)
      case .fault(let fault): throw .unusable(path: path, reason: fault.text)
      }
    }
  }
}
