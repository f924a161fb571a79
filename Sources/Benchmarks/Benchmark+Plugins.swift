import Navigation
import PluginProcesses
import Screens

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Benchmark {
  static let plugins = Benchmark(
    name: "plugins",
    summary: "finding and calling a screen's factory in this process, on top of the factory itself",
    target: "at most 1,000 ns"
  ) { _ throws(BenchmarkError) in
    let factories = PluginSet([BenchedPlugin()]).loaded().factories
    let samples = Samples { () -> Double in
      let direct = nanoseconds { request in BenchedScreen(request) }
      let found = nanoseconds { request in
        factories[Array(request.screen.utf8)]?(request)
      }
      return max(0, found - direct)
    }
    return [Figure(bench: "plugins", metric: "time", unit: "ns", samples: samples)]
  }

  static let processes = Benchmark(
    name: "processes",
    summary: "from asking a plugin's process for a screen to its content; beside it 'cat', which "
      + "sends back as many bytes over two pipes: the least that this machine needs",
    target: "at most 50 µs"
  ) { subject throws(BenchmarkError) in
    let program = "BenchPlugin"
    guard let path = subject.executable.map({ beside($0, program) }), access(path, X_OK) == 0 else {
      throw .notInstalled(benchmark: "processes", program: program)
    }
    var draft = PluginDraft("bench")
    draft.run = [Located(path, at: nil)]
    draft.route("/bench", screen: "Bench")
    var log: [String] = []
    do throws(PluginProcessError) {
      let processes = try PluginProcesses { log.append($0) }
      defer { processes.close() }
      processes.take([draft])
      guard let make = processes.factories[Array("Bench".utf8)] else {
        throw .noLoop(reason: "the plugin makes no screen")
      }
      // As many bytes as a call and its answer have, about.
      let floor = try? PingPong()
      var floors: [Double] = []
      let samples = try Samples { () throws(PluginProcessError) in
        if let time = try? floor?.medianMicroseconds(count: screensPerRun, bytes: 128) {
          floors.append(time)
        }
        return try medianMicroseconds(processes, make)
      }
      var figures = [Figure(bench: "processes", metric: "time", unit: "µs", samples: samples)]
      if floors.count > 1 {
        let samples = Samples(values: Array(floors.dropFirst()))  // The warm-up.
        figures.append(Figure(bench: "processes", metric: "floor", unit: "µs", samples: samples))
      }
      return figures
    } catch {
      throw .noPlugin(reason: log.last ?? error.message)
    }
  }
}

/// The path of a program that stands where another does.
private func beside(_ path: String, _ name: String) -> String {
  let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
  return folder + name
}

/// The time of one call among many.
@MainActor private func nanoseconds(_ make: (ScreenRequest) -> (any Screen)?) -> Double {
  let request = ScreenRequest(instance: "1", screen: "Bench", values: [.init("number", "1")])
  let start = monotonicSeconds()
  var made = 0
  for _ in 0..<callsPerRun where make(request) != nil { made += 1 }
  precondition(made == callsPerRun, "a factory made no screen")
  return (monotonicSeconds() - start) * 1e9 / Double(callsPerRun)
}

@MainActor private func medianMicroseconds(
  _ processes: PluginProcesses, _ make: ScreenFactory
) throws(PluginProcessError) -> Double {
  var times: [Double] = []
  // Closed afterwards: what a process does about that would count for the next screen.
  var screens: [any Screen] = []
  defer { screens.forEach { $0.close() } }
  for number in 0..<screensPerRun {
    let text = String(number)
    let request = ScreenRequest(instance: text, screen: "Bench", values: [.init("number", text)])
    let start = monotonicSeconds()
    let screen = make(request)
    guard processes.wait(until: { screen.content.state != .loading }),
      screen.content.state == .ready
    else { throw .noLoop(reason: "the plugin shows no screen") }
    times.append(monotonicSeconds() - start)
    screens.append(screen)
  }
  return times.sorted()[times.count / 2] * 1e6
}

private struct BenchedPlugin: Plugin {
  let name = "bench"

  func register(in registry: inout PluginRegistry) {
    registry.screen("Bench") { BenchedScreen($0) }
  }
}

private final class BenchedScreen: Screen {
  let content: ScreenContent

  init(_ request: ScreenRequest) {
    content = ScreenContent(title: request["number"] ?? "")
  }
}

private let callsPerRun = 100_000
private let screensPerRun = 500
