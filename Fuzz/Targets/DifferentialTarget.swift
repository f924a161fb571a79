import LinksOracle
import TestSupport

/// The matcher against the oracle: the first bytes choose a table and links, the rest is a path.
enum DifferentialTarget {
  static func fault(of bytes: [UInt8]) -> String? {
    var choices = ByteChoices(bytes)
    guard let comparison = OracleComparison(&choices) else { return nil }
    if let fault = comparison.faults.first { return fault }
    for _ in 0..<linksPerTable {
      if let disagreement = comparison.disagreement(&choices) { return disagreement }
    }
    let path = choices.rest.prefix(pathBytesMax)
    guard !path.contains(UInt8(ascii: "?")), !path.contains(UInt8(ascii: "#")),
      let text = String(validating: path, as: UTF8.self)
    else { return nil }
    return comparison.disagreement(path: "/" + text, [], scheme: nil)
  }
}

private let linksPerTable = 4
/// The oracle is slow on long paths.
private let pathBytesMax = 40
