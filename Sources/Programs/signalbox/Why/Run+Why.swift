import Commands
import Diagnostics
import JSONCodec
import PlatformLinks
import ProgramSupport

/// `signalbox why LINK [ROUTES…]`: the explanation is the result.
@MainActor func runWhy(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus {
  guard let link = arguments.operandBytes.first else { return .usage }
  let definition = try App(arguments).definition
  let (claims, findings, areUsable) = try arguments.claims(for: definition)
  let platforms = Platform.allCases.filter { arguments.hasFile(for: $0) }.map { platform in
    PlatformAnswer(platform: platform, explanation: claims.explanation(on: platform, link))
  }
  let opening = FreshOpening(link, in: definition, paint: streams.paint)
  if arguments.has(.json) {
    let members =
      opening.members + [
        .init("platforms", .array(platforms.map(\.json))),
        .init("findings", .array(findings.map { JSON($0) })),
      ]
    try streams.write(JSON.object(members).text + "\n")
  } else {
    streams.report(findings)
    try streams.write(lines: platforms.flatMap { $0.lines(streams.paint) } + opening.lines)
  }
  guard areUsable else { return .usage }
  let opensApp = platforms.allSatisfy { $0.explanation?.verdict == .app }
  return opensApp && opening.opensScreen ? .done : .negative
}

/// What a platform does with a link, and why.
struct PlatformAnswer {
  let platform: Platform
  /// `nil` if the platform's file cannot be used.
  let explanation: ClaimExplanation?

  /// A line for the decision, and one for each further fact and each rule that says something.
  func lines(_ paint: Paint) -> [String] {
    guard let explanation else {
      return ["\(platform.title): \(paint("undecided", .error)), since its file cannot be used"]
    }
    var first = "\(platform.title): \(paint(word(explanation.verdict), explanation.role))"
    if let position = explanation.position { first += ", by " + paint("\(position)", .place) }
    var lines = [first + ": " + paint(explanation.message)]
    lines += explanation.notes.map { "  " + paint($0) }
    for refusal in explanation.shownRefusals {
      let activity = refusal.activity.map { " of \($0)" } ?? ""
      lines.append(
        "  \(paint("\(refusal.position)", .place))\(paint(activity)): \(paint(refusal.message))")
    }
    if let others = explanation.summaryOfOthers { lines.append("  \(others)") }
    return lines
  }

  /// An object of `platforms` (docs/json.md).
  var json: JSON {
    let refused = (explanation?.refusals ?? []).map { refusal in
      JSON.object(
        JSON.place(refusal.position) + [
          .init("activity", refusal.activity.map { .string($0) } ?? .null),
          .init("parts", .array(refusal.parts.map { .string($0) })),
          .init("message", .string(refusal.message)),
        ])
    }
    return .object(
      [.init("platform", .string(platform.rawValue))]
        + PlatformDecisions.members(explanation?.verdict, explanation?.position) + [
          .init("message", explanation.map { .string($0.message) } ?? .null),
          .init("notes", .array((explanation?.notes ?? []).map { .string($0) })),
          .init("activities", .array((explanation?.activities ?? []).map { .string($0) })),
          .init("refused", .array(refused)),
        ])
  }
}

extension ClaimExplanation {
  fileprivate var role: TextRole {
    verdict == .app ? .gateOpen : .warning
  }
}
