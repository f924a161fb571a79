import Analysis
import Commands
import Diagnostics
import FileAccess
import JSONCodec
import ProgramSupport

/// The results of some or all scripts of a run, as `replay --result` writes them for `merge`: a
/// line of JSON about the run, and one for each script that was run, in the order of `numbers`.
struct ReplayPart {
  /// `AppDefinition.behaviourDigest` of the app.
  let app: String
  /// The number of scripts of the whole run, at most `scriptsMax`.
  let count: Int
  /// The scripts of this part: their numbers in the whole run, from 0, each once.
  let numbers: [Int]
  /// Of the scripts in `numbers`; fewer after `--fail-fast`.
  private(set) var results: [ReplayedScript] = []

  init(app: String, count: Int, numbers: [Int]) {
    (self.app, self.count, self.numbers) = (app, count, numbers)
  }

  mutating func add(_ result: ReplayedScript) { results.append(result.unpainted) }

  var text: String {
    let head: JSON = [
      "signalbox": "result", "app": .string(app), "count": JSON(count),
      "numbers": .array(numbers.map { JSON($0) }),
    ]
    return ([head] + results.map(\.json)).map { $0.text + "\n" }.joined()
  }

  /// Reads a file of `replay --result`.
  /// - Throws: That it cannot be read, or is no such file.
  init(reading path: String) throws(ExitError) {
    let bytes: [UInt8]
    do { bytes = try readFile(path, bytesMax: partBytesMax) } catch { throw .file(error) }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      try? JSON(parsing: Array(line), file: path, bytesMax: partBytesMax)
    }
    guard let head = lines.first ?? nil, head["signalbox"]?.stringValue == "result",
      let app = head["app"]?.stringValue, let count = head["count"]?.intValue,
      (0...scriptsMax).contains(count), let numbers = head["numbers"]?.arrayValue
    else { throw .usage([.noPart(path)]) }
    self.init(
      app: app, count: Int(count),
      numbers: numbers.compactMap(\.intValue).filter { (0..<count).contains($0) }.map { Int($0) })
    let results = lines.dropFirst().compactMap { $0.flatMap(ReplayedScript.init) }
    guard self.numbers.count == numbers.count, Set(self.numbers).count == numbers.count,
      results.count == lines.count - 1, results.count <= numbers.count
    else { throw .usage([.noPart(path)]) }
    self.results = results.map(\.unpainted)
  }
}

extension Diagnostic {
  fileprivate static func noPart(_ path: String) -> Diagnostic {
    Diagnostic(
      .usage, "'\(path)' is no file of replay --result",
      advice: "Name the files that 'signalbox replay --shard N/M --result FILE' has written.")
  }
}

/// The most scripts of a run whose parts are merged.
private let scriptsMax: Int64 = 1_000_000
/// The most bytes of a part.
private let partBytesMax = 1 << 30
