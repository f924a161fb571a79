/// The diagnostics of one file, limited in number.
public struct BoundedDiagnostics: Sendable {
  /// In the order found.
  public private(set) var found: [Diagnostic] = []
  private let countMax: Int
  private let overflow: @Sendable (SourcePosition) -> Diagnostic

  /// - Parameters:
  ///   - countMax: The number that is kept.
  ///   - overflow: Builds the diagnostic that says that there are more.
  public init(max countMax: Int, overflow: @escaping @Sendable (SourcePosition) -> Diagnostic) {
    self.countMax = countMax
    self.overflow = overflow
  }

  /// Whether further diagnostics would be discarded, so that their advice need not be computed.
  public var isFull: Bool { found.count > countMax }

  /// Appends a diagnostic; the first one beyond the limit is replaced by the one that says so.
  public mutating func append(_ diagnostic: Diagnostic) {
    guard !isFull else { return }
    if found.count == countMax, let position = diagnostic.position {
      found.append(overflow(position))
    } else {
      found.append(diagnostic)
    }
  }

  /// In the order of the file, with the one about too many last.
  public var inOrder: [Diagnostic] {
    let kept = found.prefix(countMax).inOrder { left, right in
      guard let first = left.position, let second = right.position else { return false }
      return first < second
    }
    return kept + found.dropFirst(countMax)
  }
}
