import FileAccess
import TestSupport

extension TemporaryFolder {
  /// The names of the files in the folder, listed by the code under test.
  var names: [String] {
    get throws { try filesInFolder(path) }
  }
}
