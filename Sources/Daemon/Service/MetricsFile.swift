public import EventLoops
public import FileAccess

/// A metrics file for the textfile collector of Prometheus' node_exporter, replaced atomically
/// every `metricsEveryMilliseconds`.
@MainActor public final class MetricsFile {
  private let path: String
  private let families: () -> [MetricFamily]
  private let onFault: (FileError) -> Void
  private var timer: LoopTimer?

  /// Writes the file periodically until `end`.
  /// - Parameters:
  ///   - families: Called before each write.
  ///   - onFault: Called when a write fails; the next write is attempted anyway.
  public init(
    path: String, loop: EventLoop, everyMilliseconds: UInt64 = metricsEveryMilliseconds,
    families: @escaping () -> [MetricFamily], onFault: @escaping (FileError) -> Void
  ) throws(LoopFault) {
    self.path = path
    self.families = families
    self.onFault = onFault
    let timer = try loop.timer { [weak self] in self?.write() }
    self.timer = timer
    timer.start(afterMilliseconds: 0, everyMilliseconds: everyMilliseconds)
  }

  /// Writes it now.
  public func write() {
    do throws(FileError) {
      try writeFile(path, metricsText(families()), isSynced: false)
    } catch {
      onFault(error)
    }
  }

  /// Writes the file a last time. Call it before the loop is closed.
  public func end() {
    timer?.stop()
    timer = nil
    write()
  }
}
