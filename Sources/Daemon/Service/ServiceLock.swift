internal import FileAccess

/// A lock that one daemon at a time has; see `FileLock`.
public final class ServiceLock {
  private let lock: FileLock

  /// Takes the lock, or tells who has it.
  /// - Parameter path: In a folder that is there.
  /// - Throws: `locked`, `foreign` or `unusable`.
  public init(path: String) throws(ServiceError) {
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
