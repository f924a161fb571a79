/// The limits on a plugin's process.
public nonisolated struct PluginLimits: Hashable, Sendable {
  /// How long to wait for an answer before the process counts as hung and is killed and restarted.
  public var callMilliseconds: UInt64 = 2_000
  /// The maximum number of restarts in a row.
  public var restartsMax = 5
  /// The delay before the first restart; doubled for each further one.
  public var backOffMilliseconds: UInt64 = 100
  /// How long a process must run after it became ready for its restarts to be forgotten.
  public var steadyMilliseconds: UInt64 = 10_000
  /// How long a process can run on after closing its output, or after its input was closed, before
  /// it is killed.
  public var farewellMilliseconds: UInt64 = 500
  /// The maximum bytes of a line that a process sends.
  public var lineBytesMax = 1_048_576
  /// The maximum bytes of unrequested output in a burst, refilled by `outputBytesPerSecond`. Also
  /// the limit of buffered output, and of input that the process leaves unread.
  public var outputBytesMax = 8_388_608
  /// The refill rate of `outputBytesMax`.
  public var outputBytesPerSecond = 1_048_576
  /// The maximum bytes of standard error logged in a burst.
  public var logBytesMax = 262_144
  /// The refill rate of `logBytesMax`.
  public var logBytesPerSecond = 65_536
  /// The maximum bytes of a log line; longer lines are truncated.
  public var logLineBytesMax = 4_096
  /// The maximum number of files that a process can have open.
  public var openFilesMax = 1_024
  /// The maximum bytes of a file that a process writes.
  public var fileBytesMax = 1_073_741_824
  /// The maximum bytes of a process's writable private memory; macOS does not enforce it.
  public var dataBytesMax = 4_294_967_296

  /// The default limits.
  public init() {}

  /// The limits that the system enforces, as arguments of `signalbox-guard`.
  var resources: [String] { [openFilesMax, fileBytesMax, dataBytesMax].map(String.init) }
}
