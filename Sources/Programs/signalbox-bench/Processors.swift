import CSystem

/// A set of processors that a thread, and the programs it starts, can run on.
///
/// Not all systems support this; macOS does not.
struct Processors {
  private var set = csystem_processors()

  /// The processors allowed for this thread; `nil` if the system does not report them.
  static var allowed: Processors? {
    var found = Processors()
    return csystem_get_processors(&found.set) == 0 ? found : nil
  }

  /// The set with only the processor at an index, from 0; `nil` if there are fewer.
  func only(_ index: Int) -> Processors? {
    var one = self
    return csystem_only_processor(&one.set, Int32(clamping: index)) ? one : nil
  }

  /// Restricts this thread to these processors.
  func take() {
    var set = set
    precondition(csystem_set_processors(&set) == 0, "allowed processors are refused")
  }
}
