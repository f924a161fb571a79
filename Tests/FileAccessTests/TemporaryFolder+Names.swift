import FileAccess
import TestSupport

extension TemporaryFolder {
  /// Every file in the folder, by the code that is tested.
  var names: [String] {
    get throws { try filesInFolder(path) }
  }
}
