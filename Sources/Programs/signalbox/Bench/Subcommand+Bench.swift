import ProgramSupport

extension Subcommand {
  static let bench = Subcommand(
    name: "bench", operands: "[NAME…] [ROUTES…]", routeOperands: .recognized,
    operandCount: 0...operandsMax,
    options: [.routes, .json, .large],
    summary: "measure the figures of docs/bench.md on this machine",
    details: """
      Without a name all benchmarks run, for about two minutes. Every figure is printed when it is \
      measured: the median of three to nine runs after a warm-up, with the minimum and the maximum.
      """,
    examples: [
      Example("signalbox bench", "all figures"),
      Example("signalbox bench resolve events --json", "two of them, as JSON"),
    ],
    completion: .words(BenchmarkName.words), run: runBench)
}
