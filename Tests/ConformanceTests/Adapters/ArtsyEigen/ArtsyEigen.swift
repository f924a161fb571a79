import JSONCodec
import Navigation

/// Artsy's app: links, resolved by its route files.
///
/// There, a link without a host belongs to www.artsy.net; here it gets the app's scheme.
struct ArtsyEigen: Adapter {
  static let source = "artsy-eigen"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [.decodedOnce: [12, 15, 18, 20, 22]]

  private let definition: AppDefinition

  init(folder: String) throws { definition = try ArtsyEigenApp.definition(folder: folder) }

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let url = try row.text("url")
    let isWhole = url.contains("://")
    let path = url.hasPrefix("/") ? String(url.dropFirst()) : url
    let answer = AppAnswer(isWhole ? url : "artsy://" + path, in: definition)
    guard let expected = row["expect"] else { throw CorpusFault("a row without 'expect'") }
    guard let name = expected["route"]?.stringValue else {
      if case .refused(.foreign) = answer { return .holds }
      return .fails("\(answer)")
    }
    guard case .screen(let screen, var values, let query) = answer else {
      return .fails("\(answer)")
    }
    // A web view gets the path as it is; elsewhere the rest of a path is named '*'.
    values["*"] = values["url"] == nil ? values["0"] : nil
    values["0"] = nil
    for (name, value) in query.pairs where values[name] == nil { values[name] = value }
    let isSame = screen == ArtsyEigenApp.screenName(name) && values == Values(expected["params"])
    return Verdict(isSame, otherwise: "opens \(screen) \(values)")
  }
}
