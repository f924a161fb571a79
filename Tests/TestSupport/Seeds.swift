import FileAccess

/// The seeds of a random test: a tenth of those that CI runs, so that `make test` stays short.
///
/// - Parameter count: The number of seeds; `SIGNALBOX_SEEDS=10`, as `.ci/run` sets it, multiplies it.
public func seeds(_ count: UInt64) -> Range<UInt64> {
  let factor = environment("SIGNALBOX_SEEDS").flatMap { UInt64($0) } ?? 1
  return 0..<count * max(1, min(factor, 1_000))
}
