// Limits of watching files.

/// The most changed files that are told at once; of a larger change the rest goes untold.
nonisolated let changedPathsMax = 1_000
/// How long changes are gathered before they are told, since an editor makes several for one save.
nonisolated let changeGatheringMilliseconds: UInt64 = 100
/// How often a file or folder that vanished is looked for.
nonisolated let watchRetryMilliseconds: UInt64 = 1_000
