import Diagnostics
import CLibrary
import Diagnostics
import FileAccess
import Navigation
import PluginProcesses
import Screens

extension Benchmark {
  static let processes = Benchmark(
    summary: "from asking a plugin's process for a screen to its content, compared with 'cat', "
      + "which returns as many bytes over two pipes: the floor on this machine. Both on one "
      + "processor, on two (which may have to wake up), and as the system schedules them",
    target: "at most 50 µs"
  ) { subject, report throws(Diagnostic) in
    let name = "BenchPlugin"
    guard let path = program(name, nextTo: subject.executable) else {
      throw .notInstalled(benchmark: "processes", program: name)
    }
    var asked: [AskedProcess] = []
    defer { for process in asked { process.close() } }
    for placement in Placement.possible { asked.append(try AskedProcess(path, placement)) }
    // Interleaved, so that other load on the machine affects all of them.
    var runs: [[AskedProcess.Times]] = []
    try Samples.repeatedly { (isWarmUp) throws(Diagnostic) in
      var run: [AskedProcess.Times] = []
      for process in asked { run.append(try process.measure()) }
      if !isWarmUp { runs.append(run) }
    }
    for index in asked.indices {
      for (metric, time) in [("time", \AskedProcess.Times.screen), ("floor", \.floor)] {
        report(
          Figure(
            of: asked[index].placement.name, metric: metric, unit: "µs",
            samples: Samples(values: runs.map { $0[index][keyPath: time] })))
      }
    }
  }
}

/// A plugin's process and, for comparison, `cat`, under one placement.
@MainActor private final class AskedProcess {
  /// Medians of one run, in microseconds.
  struct Times {
    let screen: Double
    let floor: Double
  }

  let placement: Placement
  private let processes: PluginProcesses
  private let make: ScreenFactory
  private let cat: PingPong
  private let lastWords: LastWords

  /// Starts both.
  init(_ path: String, _ placement: Placement) throws(Diagnostic) {
    self.placement = placement
    let words = LastWords()
    lastWords = words
    var draft = PluginDraft("bench")
    draft.run = [Located(path, at: nil)]
    draft.route("/bench", screen: "Bench")
    cat = try placement.on(\.there) { () throws(Diagnostic) in try PingPong() }
    let processes: PluginProcesses
    do throws(Diagnostic) {
      processes = try PluginProcesses { words.text = $0 }
    } catch {
      throw .noPlugin(reason: error.message)
    }
    self.processes = processes
    processes.take([draft])
    placement.on(\.there) { processes.start() }
    guard let make = processes.factories[Array("Bench".utf8)] else {
      throw .noPlugin(reason: "it makes no screen")
    }
    self.make = make
  }

  func measure() throws(Diagnostic) -> Times {
    try placement.on(\.here) { () throws(Diagnostic) in
      Times(
        screen: try screenMicroseconds(),
        // About the size of a call or its answer.
        floor: try cat.medianMicroseconds(count: screensPerRun, bytes: 128))
    }
  }

  func close() { processes.close() }

  private func screenMicroseconds() throws(Diagnostic) -> Double {
    var times: [Double] = []
    // Closed at the end, because the process's work for closing would delay the next screen.
    var screens: [any Screen] = []
    defer { screens.forEach { $0.close() } }
    for number in 0..<screensPerRun {
      let text = String(number)
      let request = ScreenRequest(instance: text, screen: "Bench", values: [.init("number", text)])
      let start = monotonicSeconds()
      let screen = make(request)
      guard processes.wait(until: { screen.content.state != .loading }),
        screen.content.state == .ready
      else { throw .noPlugin(reason: lastWords.text ?? "it shows no screen") }
      times.append(monotonicSeconds() - start)
      screens.append(screen)
    }
    return times.sorted()[times.count / 2] * 1e6
  }
}

private final class LastWords {
  var text: String?
}

private let screensPerRun = 500

/// A lower bound for a request and its answer between two processes over two pipes: `cat` echoes
/// what it is sent, with one read and one write on each side.
private final class PingPong {
  private let sending: Int32
  private let receiving: Int32
  private var cat: RunningProgram?

  /// Starts `cat`.
  init() throws(Diagnostic) {
    var there: [Int32] = [-1, -1]
    var back: [Int32] = [-1, -1]
    guard pipe(&there) == 0, pipe(&back) == 0 else {
      throw .noRun(program: "cat", reason: systemMessage(errno))
    }
    for end in there + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(there[0])
      close(back[1])
    }
    (sending, receiving) = (there[1], back[0])
    cat = try started("cat", descriptors: [there[0], back[1], 2])
  }

  deinit {
    close(sending)
    close(receiving)
  }

  func medianMicroseconds(count: Int, bytes: Int) throws(Diagnostic) -> Double {
    var message = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
    var times: [Double] = []
    for _ in 0..<count {
      let start = monotonicSeconds()
      var left = write(sending, message, bytes)
      while left > 0 {
        let got = read(receiving, &message, bytes)
        guard got > 0 else { throw .noRun(program: "cat", reason: "it stopped answering") }
        left -= got
      }
      times.append(monotonicSeconds() - start)
    }
    return times.sorted()[times.count / 2] * 1e6
  }
}
