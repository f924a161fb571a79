import JSONCodec
import Navigation

/// Kickstarter's app: links, resolved by its route files.
///
/// Values are texts here; that app converts them to numbers and booleans (`1` is true).
struct KickstarterIOS: Adapter {
  static let source = "kickstarter-ios"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  private let definition: AppDefinition

  init(folder: String) throws { definition = try KickstarterIOSApp.definition(folder: folder) }

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let answer = AppAnswer(try row.text("url"), in: definition)
    guard let name = row["expect"]?["route"]?.stringValue else {
      // A preview link stays in the browser; other unmatched links are foreign.
      switch answer {
      case .outside, .refused: return .holds
      case .screen: return .fails("\(answer)")
      }
    }
    guard case .screen(let screen, var values, _) = answer else { return .fails("\(answer)") }
    // The path of a mail link has no name there.
    values["0"] = nil
    var wanted = Values(row["expect"]?["params"])
    if wanted["racing"] == "true" { wanted["racing"] = "1" }
    let isSame = screen == KickstarterIOSApp.screenName(name) && values == wanted
    return Verdict(isSame, otherwise: "opens \(screen) \(values)")
  }
}
