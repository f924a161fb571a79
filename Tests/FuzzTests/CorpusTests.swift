import FileAccess
import FuzzTargets
import TestSupport
import Testing

/// Runs the inputs that the fuzzer has kept: some reach much code, others once failed.
@MainActor
struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func `no kept input causes a fault`(target: FuzzTarget) throws {
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
  func `every target has a corpus`(target: FuzzTarget) throws {
    #expect(try !filesInFolder("\(packageFolder)/Fuzz/Corpus/\(target.rawValue)").isEmpty)
  }
}
