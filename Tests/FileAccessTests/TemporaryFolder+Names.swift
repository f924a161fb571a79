import FileAccess
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TemporaryFolder {
  /// Every file in the folder, by the code that is tested.
  var names: [String] {
    get throws { try filesInFolder(path) }
  }
}

/// Permissions do not hold for root; a test of them says that it was skipped.
func isRoot() -> Bool {
  if geteuid() == 0 { print("skipped: root may do everything") }
  return geteuid() == 0
}
