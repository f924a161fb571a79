import Diagnostics
let benchmarkNames = ["resolve", "events"]
func sourceLine(_ p: SourcePosition) -> String? { nil }
@MainActor func runRepl(_ a: Arguments, _ s: Streams) throws(Stop) -> ExitStatus { .done }
@MainActor func runReplay(_ a: Arguments, _ s: Streams) throws(Stop) -> ExitStatus { .done }
@MainActor func runResolve(_ a: Arguments, _ s: Streams) throws(Stop) -> ExitStatus { .done }
@MainActor func runCheck(_ a: Arguments, _ s: Streams) throws(Stop) -> ExitStatus { .done }
@MainActor func runBench(_ a: Arguments, _ s: Streams) throws(Stop) -> ExitStatus { .done }
