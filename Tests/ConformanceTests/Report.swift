import FileAccess
import JSONCodec
import TestSupport

/// What became of the cases of a source.
struct Report {
  /// The source's folder.
  let source: String
  /// How many cases hold.
  private(set) var holding = 0
  /// How many are excused, by the rule that forbids them.
  private(set) var excused: [Rule: Int] = [:]
  /// What must not be: a case that neither holds nor is excused, one that is excused and holds, an
  /// excuse for a case that there is not.
  private(set) var faults: [String] = []

  /// All cases that were run.
  var total: Int { holding + excused.values.reduce(0, +) + failing }
  private(set) var failing = 0

  /// The excuses with their counts, the most frequent first.
  var excuses: String {
    let sorted = excused.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
    return sorted.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }

  init(source: String) {
    self.source = source
  }

  /// Runs all cases of an adapter; false if its corpus is not there.
  mutating func run(_ adapter: (some Adapter).Type) throws -> Bool {
    let folder = corporaFolder + "/" + adapter.source
    guard let bytes = try? readFile(folder + "/" + adapter.file, bytesMax: 16_000_000) else {
      return false
    }
    var cases = try adapter.init(folder: folder)
    var rules = try Self.rules(of: adapter)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let row = try Self.row(Array(line)) else { continue }
      guard let id = row["id"]?.stringValue,
        let number = id.split(separator: "/").last.flatMap({ Int($0) })
      else { throw CorpusFault("a row of \(adapter.file) without an id") }
      add(try cases.verdict(row), id: id, rule: rules.removeValue(forKey: number))
    }
    for number in rules.keys.sorted() {
      faults.append("\(adapter.source)/\(adapter.file): case \(number) is excused, and is not run")
    }
    return true
  }

  private mutating func add(_ verdict: Verdict, id: String, rule: Rule?) {
    switch (verdict, rule) {
    case (.holds, nil): holding += 1
    case (.holds, let rule?):
      holding += 1
      faults.append("\(id) is excused by '\(rule.rawValue)', and holds")
    case (.fails(let found), nil):
      failing += 1
      faults.append("\(id): \(found)")
    case (.fails, let rule?): excused[rule, default: 0] += 1
    case (.outOfScope, nil): break
    case (.outOfScope, _?): faults.append("\(id) is excused, and is not run")
    }
  }

  /// A row; `nil` for one that holds half a character, which is no JSON (design §2). Four rows of
  /// `wpt-urlpattern` do, none of them about paths.
  private static func row(_ line: [UInt8]) throws -> JSON? {
    do throws(JSONError) {
      return try JSON(parsing: line)
    } catch {
      if case .loneSurrogate = error { return nil }
      throw error
    }
  }

  private static func rules(of adapter: (some Adapter).Type) throws -> [Int: Rule] {
    var rules: [Int: Rule] = [:]
    for (rule, numbers) in adapter.excused {
      for number in numbers where rules.updateValue(rule, forKey: number) != nil {
        throw CorpusFault("\(adapter.source)/\(adapter.file): case \(number) has two excuses")
      }
    }
    return rules
  }
}

/// A row, or a list of excuses, that is not as it must be.
struct CorpusFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
