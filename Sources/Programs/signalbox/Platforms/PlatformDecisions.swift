import Diagnostics
import JSONCodec
import JSONWriting
import PlatformLinks

/// Extends the answers of `resolve` by what a platform does with each link.
struct PlatformDecisions: Sendable {
  let claims: LinkClaims
  /// Whether each file could be read as what it is.
  let areUsable: Bool
  let platform: Platform
  let isJSON: Bool

  /// Extends the answer for a link, which is at the end of the output.
  /// - Parameter link: `nil` if it is too long to be read.
  /// - Returns: Whether the link opens the app, without a question.
  func extend(_ link: (some Sequence<UInt8>)?, _ output: inout ByteBuffer) -> Bool {
    let decision = link.flatMap { claims.decision(on: platform, Array($0), isBrief: true) }
    let verdict = link.flatMap { claims.verdict(on: platform, Array($0)) }
    let position = decision?.position(in: claims)
    if isJSON {
      // Every answer is an object, so its last byte is the closing brace.
      output.removeAll(from: output.count - 1)
      for member in Self.members(verdict, position) {
        output.append(UInt8(ascii: ","))
        writeJSONString(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(into: &output)
      }
      output.append(UInt8(ascii: "}"))
    } else {
      let place = position.map { " by \($0)" } ?? ""
      output.append(contentsOf: "; \(platform.title): \(word(verdict))\(place)".utf8)
    }
    return verdict == .app
  }

  /// `opens` and `rule` (docs/json.md).
  static func members(_ verdict: LinkVerdict?, _ rule: SourcePosition?) -> [JSON.Member] {
    [
      .init("opens", verdict == nil ? .null : .string(word(verdict))),
      .init("rule", rule.map { .object(JSON.place($0)) } ?? .null),
    ]
  }
}

/// What a system opens; `nil` if its files do not decide.
func word(_ verdict: LinkVerdict?) -> String { verdict?.rawValue ?? "undecided" }
