import Diagnostics
import JSONCodec
import PlatformLinks

/// Extends the answers of `resolve` by what a platform does with each link.
struct PlatformDecisions: Sendable {
  let claims: LinkClaims
  let platform: Platform
  let isJSON: Bool

  /// Extends the answer for a link, which is at the end of the output.
  /// - Parameter link: `nil` if it is too long to be read.
  /// - Returns: Whether the link opens the app.
  func extend(_ link: (some Sequence<UInt8>)?, _ output: inout [UInt8]) -> Bool {
    let decision = link.flatMap { claims.decision(on: platform, Array($0), isBrief: true) }
    let opensApp = decision?.isDecided == true ? decision?.opensApp : nil
    let position = decision?.position(in: claims)
    if isJSON {
      // Every answer is an object, so its last byte is the closing brace.
      output.removeLast()
      for member in Self.members(opensApp, position) {
        output.append(UInt8(ascii: ","))
        writeJSONString(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(into: &output)
      }
      output.append(UInt8(ascii: "}"))
    } else {
      let place = position.map { " by \($0)" } ?? ""
      output += "; \(platform.title): \(word(opensApp))\(place)".utf8
    }
    return opensApp == true
  }

  /// `opens` and `rule` (docs/json.md).
  static func members(_ opensApp: Bool?, _ rule: SourcePosition?) -> [JSON.Member] {
    [
      .init("opens", opensApp == nil ? .null : .string(word(opensApp))),
      .init("rule", rule.map { .object(JSON.place($0)) } ?? .null),
    ]
  }
}

/// What a system opens; `nil` if its files do not decide.
func word(_ opensApp: Bool?) -> String {
  switch opensApp {
  case true?: "app"
  case false?: "browser"
  case nil: "undecided"
  }
}
