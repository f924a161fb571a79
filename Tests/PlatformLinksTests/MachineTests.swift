import Diagnostics
import PlatformLinks
import TestSupport
import Testing

// Goal: the machines can be states of products of automata. Method: states that are equal as values
// are reached by different texts, and then accept the same texts.
struct MachineTests {
  private func text(_ generator: inout SplitMix64, _ pieces: [String]) -> [UInt8] {
    let count = Int.random(in: 0...6, using: &generator)
    return (0..<count).flatMap { _ in Array((pieces.randomElement(using: &generator) ?? "").utf8) }
  }

  @Test(arguments: seeds(60))
  func `equal states of a part accept the same texts`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pieces = ["a", "/", "%2F", "%61", "%", "é", "%C3%A9"]
    let pattern = PartPattern(
      glob(["/a*", "?", "a/?", "*a", "/a/*"].randomElement(using: &generator) ?? "").trimmed,
      isDecoded: Bool.random(using: &generator), trimsSlashes: Bool.random(using: &generator))
    let machine = PartMachine(pattern)
    var reached: [PartMachine.State: [UInt8]] = [:]
    for _ in 0..<60 {
      let start = text(&generator, pieces)
      let state = start.reduce(machine.start, machine.step)
      guard let other = reached.updateValue(start, forKey: state) else { continue }
      let rest = text(&generator, pieces)
      #expect(pattern.matches(start + rest) == pattern.matches(other + rest), "seed \(seed)")
    }
  }

  @Test(arguments: seeds(60))
  func `the machine of an item agrees with splitting`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let query = text(&generator, ["a", "=", "&", "1", "a=1", "b", "%61"])
      let value = glob(["1", "*", "?*", ""].randomElement(using: &generator) ?? "")
      let isDecoded = Bool.random(using: &generator)
      let values = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        .map {
          $0.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        }
        .filter { item in
          let name = Array(item[0])
          return name == Array("a".utf8) || isDecoded && name == Array("%61".utf8)
        }
        .map { item in item.count > 1 ? Array(item[1]) : [] }
      let pattern = PartPattern(value, isDecoded: isDecoded)
      let results = values.map(pattern.matches)
      let every = ItemPattern(name: Array("a".utf8), value: pattern, quantifier: .every)
      let some = ItemPattern(name: Array("a".utf8), value: pattern, quantifier: .some)
      let expected = results.isEmpty ? pattern.matches([]) : results.allSatisfy(\.self)
      #expect(every.matches(query) == expected, "seed \(seed)")
      #expect(some.matches(query) == results.contains(true), "seed \(seed)")
    }
  }
}
