// Limits of file watching.

/// The maximum number of changed files in one report; the rest are dropped.
nonisolated let changedPathsMax = 1_000
/// The delay that collects changes into one report, since editors make several per save.
nonisolated let changeGatheringMilliseconds: UInt64 = 100
/// The interval at which a folder that disappeared is looked for.
nonisolated let watchRetryMilliseconds: UInt64 = 1_000
