import Diagnostics
import FileAccess
import PlatformFiles
import ProgramSupport

/// A part of the scripts of `replay --shard`. All parts together are all scripts, each once; which
/// are in a part follows from the list of scripts and the report of `--times` alone, so that the
/// machines of a run agree.
struct Shard {
  /// From 1 to `count`.
  let number: Int
  let count: Int
  /// Milliseconds of scripts in an earlier run, by their paths.
  var times: [TextBytes: Int] = [:]

  /// Reads a text such as `3/8`; `nil` if it is none, or has more than 1,000 parts.
  init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      (1...partsMax).contains(count), (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The scripts of this part, as indices in order. Those that take longest are dealt first, each
  /// to the part with the least time so far; a script without a time takes as long as the average
  /// of the others.
  func part(of scripts: [String]) -> [Int] {
    let known = scripts.compactMap { times[TextBytes($0)] }
    let average = known.isEmpty ? 1 : known.reduce(0, +) / known.count
    // At least one, so that no part gets all scripts that take no time.
    let weights = scripts.map { max(1, times[TextBytes($0)] ?? average) }
    let order = scripts.indices.sorted { first, second in
      guard weights[first] == weights[second] else { return weights[first] > weights[second] }
      guard sameBytes(scripts[first], scripts[second]) else {
        return bytesPrecede(scripts[first], scripts[second])
      }
      return first < second
    }
    var loads = [Int](repeating: 0, count: count)
    var own: Set<Int> = []
    for index in order {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[least] += weights[index]
      if least == number - 1 { own.insert(index) }
    }
    return own.sorted()
  }

  /// The milliseconds of each suite of a JUnit report.
  /// - Throws: That the file cannot be read, or is no report.
  static func times(in path: String) throws(ExitError) -> [TextBytes: Int] {
    let bytes: [UInt8]
    do { bytes = try readFile(path, bytesMax: reportBytesMax) } catch { throw .file(error) }
    let (root, fault) = XMLReader.read(
      bytes, file: path, bytesMax: reportBytesMax, depthKept: 2)
    if let fault { throw .usage([fault]) }
    guard let root, root.isNamed("testsuites") else { throw .usage([.noReport(path)]) }
    var times: [TextBytes: Int] = [:]
    for suite in root.children(named: "testsuite") {
      func text(_ name: String) -> String? {
        suite.attribute(name, in: .none).map { String(decoding: $0.value, as: UTF8.self) }
      }
      guard let name = text("name"), let seconds = text("time").flatMap(Double.init),
        (0...secondsMax).contains(seconds)
      else { continue }
      times[TextBytes(name)] = Int(seconds * 1_000)
    }
    return times
  }
}

extension Arguments {
  /// The part of `--shard`; `nil` without it.
  func shard() throws(ExitError) -> Shard? {
    guard let text = value(of: .shard) else {
      guard !has(.times) else { throw .usage([.needs(.times, .shard)]) }
      return nil
    }
    guard var shard = Shard(text) else { throw .usage([.badValue(text, of: .shard)]) }
    // A part alone covers less than all.
    guard !has(.coverageMin) else { throw .usage([.excluding("--coverage-min", "--shard")]) }
    if let path = value(of: .times) { shard.times = try Shard.times(in: path) }
    return shard
  }
}

extension Diagnostic {
  fileprivate static func noReport(_ path: String) -> Diagnostic {
    Diagnostic(
      .usage, "'\(path)' is no report of --junit",
      advice: "Name a file that 'signalbox replay --junit FILE' has written.")
  }
}

private let partsMax = 1_000
/// A script that takes longer has no time: eleven days.
private let secondsMax = 1_000_000.0

/// The size of the largest report of `--times`.
private let reportBytesMax = 256 << 20
