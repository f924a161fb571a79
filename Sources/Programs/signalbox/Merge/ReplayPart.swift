import Analysis
import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import ProgramSupport

/// The results of some or all scripts of a run, as `replay --result` writes them for `merge`: a
/// line of JSON about the run, and one for each script that was run, in the order of `numbers`.
struct ReplayPart {
  /// What all parts of a run have in common.
  struct Run {
    let version: String
    /// `AppDefinition.behaviourDigest` of the app.
    let app: String
    /// A hash of the paths of all scripts, in their order.
    let scripts: String
    /// The number of all scripts, at most `scriptsMax`.
    let count: Int

    init(of scripts: [String], in app: AppDefinition) {
      var hash = FNV()
      for script in scripts { hash.add(script.utf8) }
      version = programVersion
      self.app = app.behaviourDigest
      self.scripts = zeroPadded(hash.value, 16, radix: 16)
      count = scripts.count
    }
  }

  let run: Run
  /// The scripts of this part: their numbers in the whole run, from 0, each once.
  let numbers: [Int]
  /// Of the scripts in `numbers`; fewer after `--fail-fast`.
  private(set) var results: [ReplayedScript] = []

  init(of run: Run, _ numbers: [Int]) { (self.run, self.numbers) = (run, numbers) }

  mutating func add(_ result: ReplayedScript) { results.append(result.unpainted) }

  /// How the files begin.
  static let start = #"{"signalbox":"result""#

  var text: String {
    let head: JSON = [
      "signalbox": "result", "version": .string(run.version), "app": .string(run.app),
      "scripts": .string(run.scripts), "count": JSON(run.count),
      "numbers": .array(numbers.map { JSON($0) }), "results": JSON(results.count),
    ]
    return ([head] + results.map(\.json)).map { $0.text + "\n" }.joined()
  }
}

extension ReplayPart {
  /// Reads a file of `replay --result`.
  /// - Throws: That it cannot be read, or is no such file, or not a whole one.
  init(reading path: String) throws(ExitError) {
    let bytes: [UInt8]
    do { bytes = try readFile(path, bytesMax: partBytesMax) } catch { throw .file(error) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    func json(_ line: ArraySlice<UInt8>) -> JSON? {
      try? JSON(parsing: Array(line), file: path, bytesMax: partBytesMax)
    }
    guard let head = lines.first.flatMap(json), let run = Run(head),
      let numbers = head["numbers"]?.arrayValue?.compactMap(\.intValue),
      numbers.count == head["numbers"]?.arrayValue?.count, Set(numbers).count == numbers.count,
      numbers.allSatisfy({ (0..<Int64(run.count)).contains($0) }),
      head["results"]?.intValue == Int64(lines.count - 1), lines.count - 1 <= numbers.count
    else { throw .usage([.noPart(path)]) }
    self.init(of: run, numbers.map { Int($0) })
    for line in lines.dropFirst() {
      guard let result = json(line).flatMap(ReplayedScript.init), result.isSuite
      else { throw .usage([.noPart(path)]) }
      add(result)
    }
  }
}

extension ReplayPart.Run {
  /// `nil` if the head of a part has no run.
  fileprivate init?(_ head: JSON) {
    guard head["signalbox"]?.stringValue == "result", let version = head["version"]?.stringValue,
      let app = head["app"]?.stringValue, let scripts = head["scripts"]?.stringValue,
      let count = head["count"]?.intValue, (0...scriptsMax).contains(count)
    else { return nil }
    (self.version, self.app, self.scripts, self.count) = (version, app, scripts, Int(count))
  }

  /// Why parts cannot be of one run with this; `nil` if they can.
  func difference(from other: Self) -> String? {
    guard version == other.version else { return "it is of version \(escaped(version))" }
    guard app == other.app else { return "its app behaves differently" }
    return scripts == other.scripts && count == other.count
      ? nil : "its scripts are others, or in another order"
  }
}

extension ReplayedScript {
  /// Whether the text for JUnit's report looks like a suite, and has nothing that a terminal would
  /// execute.
  fileprivate var isSuite: Bool {
    junit.utf8.starts(with: "  <testsuite ".utf8)
      && junit.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      }
  }
}

extension Diagnostic {
  fileprivate static func noPart(_ path: String) -> Diagnostic {
    Diagnostic(
      .usage, "'\(path)' is no whole file of replay --result",
      advice: "Name the files that 'signalbox replay --shard N/M --result FILE' has written.")
  }
}

/// The most scripts of a run whose parts are merged.
private let scriptsMax: Int64 = 1_000_000
/// The most bytes of a part.
private let partBytesMax = 256 << 20
