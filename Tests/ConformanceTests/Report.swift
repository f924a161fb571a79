import Diagnostics
import FileAccess
import JSONCodec
import TestSupport

/// The results of one source's cases.
struct Report {
  /// The source's folder.
  let source: String
  /// The number of cases that hold.
  private(set) var holding = 0
  /// The number of excluded cases for each rule.
  private(set) var excluded: [Rule: Int] = [:]
  /// Faults: a case that neither holds nor is excluded, an excluded case that holds, or an
  /// exclusion of an unknown case.
  private(set) var faults: [String] = []

  /// The number of cases.
  var total: Int { holding + excluded.values.reduce(0, +) + failing }
  private(set) var failing = 0

  /// The exclusions with their counts, most frequent first.
  var exclusions: String {
    let sorted = excluded.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
    return sorted.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }

  init(source: String) {
    self.source = source
  }

  /// Runs all cases of an adapter; returns false without its corpus.
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
      faults.append("\(adapter.source)/\(adapter.file): case \(number) is excluded but not run")
    }
    return true
  }

  private mutating func add(_ verdict: Verdict, id: String, rule: Rule?) {
    switch (verdict, rule) {
    case (.holds, nil): holding += 1
    case (.holds, let rule?):
      holding += 1
      faults.append("\(id) is excluded by '\(rule.rawValue)' but holds")
    case (.fails(let found), nil):
      failing += 1
      faults.append("\(id): \(found)")
    case (.fails, let rule?): excluded[rule, default: 0] += 1
    case (.outOfScope, nil): break
    case (.outOfScope, _?): faults.append("\(id) is excluded but not run")
    }
  }

  /// A row; `nil` if it contains a lone surrogate, which is not valid JSON here. Four rows of
  /// `wpt-urlpattern` do; none of them is about paths.
  private static func row(_ line: [UInt8]) throws -> JSON? {
    do throws(Diagnostic) {
      return try JSON(parsing: line)
    } catch {
      if error.message == "this is only half of a surrogate pair" { return nil }
      throw error
    }
  }

  private static func rules(of adapter: (some Adapter).Type) throws -> [Int: Rule] {
    var rules: [Int: Rule] = [:]
    for (rule, numbers) in adapter.excluded {
      for number in numbers where rules.updateValue(rule, forKey: number) != nil {
        throw CorpusFault("\(adapter.source)/\(adapter.file): case \(number) is excluded twice")
      }
    }
    return rules
  }
}

/// A malformed row or list of exclusions.
struct CorpusFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
