import FileAccess

/// The seeds of a random test: a tenth of them, so that `make test` stays short, or as many tenths as
/// `SIGNALBOX_SEEDS` says; 10 are all.
public func seeds(_ count: UInt64) -> Range<UInt64> {
  let tenths = environment("SIGNALBOX_SEEDS").flatMap { UInt64($0) } ?? 1
  return 0..<max(1, (count * min(tenths, 1_000) + 9) / 10)
}
