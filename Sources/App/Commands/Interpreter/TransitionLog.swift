import Diagnostics
public import JSONCodec
public import Navigation

/// Transitions for `--log FILE`, for clients and for `log`.
public struct TransitionLog: Sendable {
  /// What the transitions belong to.
  public let definition: AppDefinition

  /// Writes transitions of this definition.
  public init(definition: AppDefinition) {
    self.definition = definition
  }

  /// A line for people, without a line end, safe to print: `#12 open  push  home: Home →
  /// Detail(id=42)`.
  public func text(of transition: Transition) -> String {
    escaped(TransitionText(definition: definition, transition: transition).line)
  }

  /// One object: `seq`, `event` (the word of the command that led to it), `kind`, `coordinator`
  /// (its path, or `null`), `from` and `to` (a screen with its values, or `null`), then what only
  /// that kind has: `as`, `child`, `result`, `gate`, `link`, `subject`, `why`, `route`.
  public func json(of transition: Transition) -> JSON {
    var members: [JSON.Member] = [
      .init("seq", .int(Int64(clamping: transition.sequence))),
      .init("event", .string(transition.cause)),
      .init("kind", .string(transition.word)),
      .init("coordinator", .optional(transition.coordinator.map { definition[$0].path })),
      .init("from", transition.from.map { definition.json(of: $0) } ?? .null),
      .init("to", transition.to.map { definition.json(of: $0) } ?? .null),
    ]
    members += Self.extras(of: transition.kind, in: definition)
    return .object(members)
  }

  /// What only transitions of that kind have.
  static func extras(
    of kind: Transition.Kind, in definition: AppDefinition
  ) -> [JSON.Member] {
    func gate(_ gate: Identifier<Gate>?) -> JSON.Member {
      .init("gate", .optional(gate.map { definition[$0].name }))
    }
    switch kind {
    case .push, .pop, .replace, .setRoot, .dismiss, .start: return []
    case .present(let presentation): return [.init("as", .string(presentation.rawValue))]
    case .select(let child), .switch(let child):
      return [.init("child", .string(definition[child].name))]
    case .finish(let result): return [.init("result", .optional(result))]
    case .defer(let closed, let link), .resume(let closed, let link):
      return [gate(closed), .init("link", .string(link))]
    case .drop(let closed, let link, let why):
      return [gate(closed), .init("link", .string(link)), .init("why", .string(why.word))]
    case .gateOpened(let opened, let subject):
      return [gate(opened), .init("subject", .optional(subject))]
    case .gateClosed(let closed): return [gate(closed)]
    case .prune(let closed): return [gate(closed)]
    case .redirect(let route, let link):
      return [
        .init("route", .string(definition[route].pattern)), .init("link", .string(link)),
      ]
    }
  }
}
