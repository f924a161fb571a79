import Diagnostics
import Sessions

extension Session {
  /// The first position that `goto` can reach, taken from the advice of its refusal.
  var floor: Int {
    var copy = self
    do throws(Diagnostic) {
      try copy.goto(-1)
    } catch {
      if let number = error.advice?.split(separator: " ").compactMap({ Int($0) }).first {
        return number
      }
    }
    return -1
  }
}
