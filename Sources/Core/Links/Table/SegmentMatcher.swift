/// A test of one path segment.
package enum SegmentMatcher: Sendable {
  case literal([UInt8])
  /// A literal in lower case; ASCII letters match in either case.
  case foldedLiteral([UInt8])
  /// Any segment.
  case free
  case typed(ValueType)
  /// Any other piece within one segment. The program is compiled from the expression, which is kept
  /// for comparisons.
  indirect case piece(Expression, Program)

  package func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .literal(let wanted): return bytes.elementsEqual(wanted)
    case .foldedLiteral(let wanted):
      return bytes.count == wanted.count && zip(bytes, wanted).allSatisfy { $0.folded == $1 }
    case .free: return true
    case .typed(let type): return type.fits(bytes)
    case .piece(_, let program):
      return program.prefilter.mayAccept(bytes)
        && program.match(bytes.lazy.map { Symbol($0) }, capturing: false) != nil
    }
  }
}
