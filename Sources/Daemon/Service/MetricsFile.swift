public import EventLoops
public import FileAccess

/// A file of metrics for those who collect such files (the textfile collector of Prometheus'
/// node_exporter): written anew every `metricsEveryMilliseconds`, whole at every moment.
@MainActor public final class MetricsFile {
  private let path: String
  private let families: () -> [MetricFamily]
  private let onFault: (FileError) -> Void
  private var timer: LoopTimer?

  /// Writes the file from now on, until `end`.
  /// - Parameters:
  ///   - families: Asked before every writing.
  ///   - onFault: Called when it could not be written; it is tried again.
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

  /// Writes it a last time. To be called before the loop is closed.
  public func end() {
    timer?.stop()
    timer = nil
    write()
  }
}
