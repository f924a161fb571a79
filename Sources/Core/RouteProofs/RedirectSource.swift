import Links

/// A variant of a redirect with the path that its target becomes: the variant's text cut at those
/// values that the target repeats, each with the target's text up to the next.
///
///     /s/:k → /shop/:k      begins with /shop/; blocks: /s/ , then k
struct RedirectSource {
  /// A piece of the redirect's own path.
  struct Block {
    let automaton: Closures
    /// Whether the target repeats it.
    let isCopied: Bool
    /// Whether it may stand for several segments.
    let spansSegments: Bool
    /// What stands behind it in the target.
    var after: [Symbol] = []
  }

  private(set) var blocks: [Block] = []
  /// What the target begins with.
  private(set) var before: [Symbol] = []

  /// Nil for a target that is not made of the path's values in their order, each once at most.
  ///
  /// - Parameters:
  ///   - prefix: What stands before the variant's path.
  ///   - captured: The parameters that the variant reads.
  init?(
    _ variant: Expression, prefix: Expression, parameters: [Parameter], target: [TargetPiece]
  ) {
    var parts: [Expression] = []
    Self.cut(variant, into: &parts)
    let captured = parts.compactMap { part in
      if case .capture(let parameter, _) = part { parameter } else { nil }
    }
    var used: [(parameter: Int, after: [Symbol])] = []
    for piece in target {
      switch piece {
      case .text(let text):
        guard let symbols = Self.symbols(of: text) else { return nil }
        if used.isEmpty { before += symbols } else { used[used.count - 1].after += symbols }
      case .value(let parameter):
        guard parameters.indices.contains(parameter), parameters[parameter].place == .path else {
          return nil
        }
        // What an optional part that is left out reads is nothing.
        if captured.contains(parameter) { used.append((parameter, [])) }
      }
    }
    let order = used.compactMap { use in captured.firstIndex(of: use.parameter) }
    guard zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    var plain = [prefix]
    for part in parts {
      if case .capture(let parameter, let own) = part,
        let use = used.first(where: { $0.parameter == parameter })
      {
        let spans = parameters[parameter].spansSegments
        blocks.append(Block(.sequence(plain), isCopied: false))
        blocks.append(Block(own, isCopied: true, spansSegments: spans, after: use.after))
        plain = []
      } else {
        plain.append(part)
      }
    }
    blocks.append(Block(.sequence(plain), isCopied: false))
  }

  /// Patterns capture nothing inside of anything but sequences.
  private static func cut(_ expression: Expression, into parts: inout [Expression]) {
    if case .sequence(let inner) = expression {
      for part in inner { cut(part, into: &parts) }
    } else {
      parts.append(expression)
    }
  }

  private static func symbols(of text: String) -> [Symbol]? {
    var symbols: [Symbol] = []
    for (index, part) in text.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).enumerated() {
      guard let bytes = TargetImage.decoded(Array(part)) else { return nil }
      if index > 0 { symbols.append(separator) }
      symbols += bytes.map { Symbol($0) }
    }
    return symbols
  }
}

extension RedirectSource.Block {
  fileprivate init(
    _ expression: Expression, isCopied: Bool, spansSegments: Bool = false, after: [Symbol] = []
  ) {
    automaton = Closures(Program(expression))
    self.isCopied = isCopied
    self.spansSegments = spansSegments
    self.after = after
  }
}
