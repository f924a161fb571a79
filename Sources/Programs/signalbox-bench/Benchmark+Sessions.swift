import Diagnostics
import Navigation
import Sessions

extension Benchmark {
  static let sessions = Benchmark(
    summary: "resident memory of a session that has opened a link with parents",
    target: "at most 1,024 bytes"
  ) { subject, report throws(Diagnostic) in
    let definition = subject.definition
    let links = openLinks(of: definition)
    guard !links.isEmpty else {
      throw .nothingToMeasure(
        benchmark: "sessions", wanted: "a route with parents and without gates")
    }
    var sessions: [Session] = []
    sessions.reserveCapacity(sessionsPerBatch * (Samples.runs + 1))
    // All sessions are kept, so that no batch can reuse memory that an earlier one freed.
    let samples = try Samples { () throws(Diagnostic) in
      let before = try Machine.residentBytes()
      for number in 0..<sessionsPerBatch {
        var session = Session(definition: definition)
        // A new string for each session, as for links that are received.
        let link = String(decoding: Array(links[number % links.count].utf8), as: UTF8.self)
        _ = session.apply(.open(link, from: .outside))
        sessions.append(session)
      }
      return Double(try Machine.residentBytes() - before) / Double(sessionsPerBatch)
    }
    precondition(sessions.allSatisfy { $0.position == 1 }, "a session refused the link")
    report(Figure(metric: "memory", unit: "bytes/session", samples: samples))
  }
}

/// The links that, from outside, move a new session to a screen with parents.
private func openLinks(of definition: AppDefinition) -> [String] {
  sampleLinks(of: definition).filter { link in
    guard let resolution = try? definition.resolve(link),
      !definition[resolution.route].parents.isEmpty
    else { return false }
    var state = NavigationState(of: definition)
    return state.apply(.open(link, from: .outside), in: definition).outcome == .moved
  }
}

/// With the warm-up and nine runs, 100,000 sessions in all.
private let sessionsPerBatch = 10_000
