/// What is fed with bytes of any kind: by libFuzzer (`make fuzz`), and by the tests, which try what
/// it has kept.
///
/// A target looks for more than traps: it also says when an answer is wrong.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A link, or several lines of links: reading, resolving, and both forms of the answer.
  case link
  /// Lines of patterns, which make a table.
  case pattern
  /// An expression on the first line, texts for it on the others.
  case regex
  /// A route file.
  case routeFile = "route-file"
  /// Lines of a script.
  case script
  /// Choices of a table and of links, for the matcher against the rules.
  case differential

  /// Tries an input.
  /// - Returns: What is wrong; `nil` as long as all is well.
  @MainActor public func fault(of bytes: [UInt8]) -> String? {
    switch self {
    case .link: LinkTarget.fault(of: bytes)
    case .pattern: PatternTarget.fault(of: bytes)
    case .regex: PatternTarget.fault(ofExpression: bytes)
    case .routeFile: RouteFileTarget.fault(of: bytes)
    case .script: ScriptTarget.fault(of: bytes)
    case .differential: DifferentialTarget.fault(of: bytes)
    }
  }
}
