import Diagnostics
import Exploration
import Navigation
import RouteFiles
import SignalboxHost
import TraceChecking
import TraceFiles
import Traces

extension Benchmark {
  static let conform = Benchmark(
    summary: "reading and checking a log of 1,000,000 lines of 10,000 sessions, on all processors; "
      + "asking a router of 100 routes for 2,000 links, without the router's own time",
    target: "at most 10 s; 2,000 ms"
  ) { subject, report throws(Diagnostic) in
    let log = RandomLog(of: subject.definition)
    for (name, kinds) in [
      ("all-events", Set(ObservedKind.allCases)), ("screens-and-links", LogRules.always),
    ] {
      let bytes = log.bytes(sessions: sessionCount, linesPerSession: linesPerSession, kinds)
      let rules = TraceMapFile().rules(seen: kinds)
      var diverging = 0
      let samples = Samples { () -> Double in
        let began = monotonicSeconds()
        let file = TraceFile(bytes, path: "log", TraceMapFile())
        let verdicts = TraceChecker(subject.definition, rules).verdicts(on: file.sessions).verdicts
        diverging = verdicts.count { $0.divergence != nil }
        return monotonicSeconds() - began
      }
      guard diverging == 0 else {
        throw .nothingToMeasure(benchmark: "conform", wanted: "a log that conforms")
      }
      report(Figure(of: name, metric: "time", unit: "s", samples: samples))
    }
    report(try router())
  }

  /// Choosing the links for a router, and comparing its answers: half of them are wrong.
  @MainActor private static func router() throws(Diagnostic) -> Figure {
    guard let app = try? AppDefinition(plugins: [generatedPlugin(routes: 100)]) else {
      preconditionFailure("the generated app cannot be loaded")
    }
    var count = 0
    let samples = Samples { () -> Double in
      processorSeconds {
        let probes = RouterProbes(of: app, countMax: 2_000, seed: 1).probes
        let answers = probes.enumerated().map { index, probe in
          app.answer(index % 2 == 0 ? probe.expected : nil)
        }
        count = RouterComparison(probes, answers, of: app).findings.count
      } * 1000
    }
    guard count > 0 else {
      throw .nothingToMeasure(benchmark: "conform", wanted: "a router that differs")
    }
    return Figure(of: "router", metric: "time", unit: "ms", samples: samples)
  }
}

private let sessionCount = 10_000
private let linesPerSession = 100

private struct RandomLog {
  private let definition: AppDefinition
  private let alphabet: Alphabet

  init(of definition: AppDefinition) {
    self.definition = definition
    alphabet = Alphabet(of: definition)
  }

  /// A log whose sessions take turns, a line each.
  func bytes(
    sessions: Int, linesPerSession: Int, _ logged: Set<ObservedKind>
  ) -> [UInt8] {
    var random = SplitMix64(seed: 1)
    let traces = (0..<sessions).map { _ in
      observations(count: linesPerSession, logged, &random)
    }
    var bytes: [UInt8] = []
    for line in 0..<linesPerSession {
      for (session, trace) in traces.enumerated() {
        bytes += trace[line].line(session: String(session))
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return bytes
  }

  /// The first lines of a walk: taps and moves, now and then a link from outside or a login.
  private func observations(
    count: Int, _ logged: Set<ObservedKind>, _ random: inout SplitMix64
  ) -> [Observation] {
    var recorder = TraceRecorder(definition, logged: logged)
    while recorder.observations.count < count {
      let taps = alphabet.events(in: recorder.state, of: definition)
      let isAny = random.next() % 5 == 0 || taps.isEmpty
      guard let event = random.pick(isAny ? alphabet.events : taps), isKept(event) else { continue }
      _ = recorder.perform(event)
    }
    return Array(recorder.observations.prefix(count))
  }

  /// Events that a line can report, by one user.
  private func isKept(_ event: Event) -> Bool {
    switch event {
    case .root, .popTo, .cancel, .tick: false
    case .satisfy(_, let subject): subject == "a"
    default: ObservedKind(event) != nil
    }
  }
}
