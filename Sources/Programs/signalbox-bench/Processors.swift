import CSystem

/// Processors that a thread may run on, and the programs that it starts meanwhile.
///
/// Not every system lets a program say so; macOS does not.
struct Processors {
  private var set = csystem_processors()

  /// Those that this thread may run on; `nil` where the system does not tell.
  static var allowed: Processors? {
    var found = Processors()
    return csystem_get_processors(&found.set) == 0 ? found : nil
  }

  /// One of these alone, counted from 0; `nil` if there are fewer.
  func only(_ index: Int) -> Processors? {
    var one = self
    return csystem_only_processor(&one.set, Int32(clamping: index)) ? one : nil
  }

  /// Lets this thread run there alone.
  func take() {
    var set = set
    precondition(csystem_set_processors(&set) == 0, "processors that were allowed are refused")
  }
}
