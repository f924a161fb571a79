import PlatformLinks
import PlatformOracle

/// Android's globs: the automata agree with the naive implementation, and with themselves on the
/// classes of units.
enum GlobTarget {
  /// - Parameter bytes: A simple and an advanced glob, then subject texts, one per line.
  static func fault(of bytes: [UInt8]) -> String? {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 6, omittingEmptySubsequences: false
    ).map { String(decoding: $0.prefix(lineBytesMax), as: UTF8.self) }
    guard lines.count > 2 else { return nil }
    let simple = SimpleGlob(utf16Units(lines[0].utf8)).machine
    let advanced: UnitMachine?
    do throws(AdvancedGlobError) {
      advanced = try AdvancedGlob.machine(of: utf16Units(lines[1].utf8))
    } catch {
      if error.message.isEmpty { return "an error without a message" }
      let isRefused = naiveAdvancedGlob(lines[1], matches: "") == nil
      if !isRefused, error != .tooManyStates, error != .tooLong { return "refused: \(error)" }
      advanced = nil
    }
    for text in lines.dropFirst(2) {
      if simple.matches(text.utf16) != naiveSimpleGlob(lines[0], matches: text) {
        return "the simple glob '\(lines[0])' differs on '\(text)'"
      }
      if let advanced,
        advanced.matches(text.utf16) != naiveAdvancedGlob(lines[1], matches: text)
      {
        return "the advanced glob '\(lines[1])' differs on '\(text)'"
      }
    }
    return nil
  }
}

/// Enough for every kind of item several times.
private let lineBytesMax = 200
