import JSONCodec

package enum TraceLimits {
  /// Bytes per log: 1 GiB.
  package static let fileBytesMax = 1 << 30
  /// Bytes per line: 1 MiB.
  package static let lineBytesMax = jsonBytesMax
  /// Lines per log.
  package static let linesMax = 20_000_000
  /// Faults that are reported per log.
  package static let faultsMax = 100
}
