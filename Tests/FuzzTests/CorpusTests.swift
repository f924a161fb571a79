import FileAccess
import FuzzTargets
import TestSupport
import Testing

/// What the fuzzer has kept is tried again: inputs that reach much, and those that once failed.
@MainActor
struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func `what was kept does no harm`(target: FuzzTarget) throws {
    for folder in ["Corpus", "Crashers"] {
      let path = "\(packageFolder)/Fuzz/\(folder)/\(target.rawValue)"
      guard isFolder(path) else { continue }
      for name in try filesInFolder(path) {
        let bytes = try readFile(path + "/" + name, bytesMax: 1_000_000)
        #expect(target.fault(of: bytes) == nil, "\(folder)/\(target.rawValue)/\(name)")
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `there is a corpus to begin with`(target: FuzzTarget) throws {
    #expect(try !filesInFolder("\(packageFolder)/Fuzz/Corpus/\(target.rawValue)").isEmpty)
  }
}
