/// What one segment of a path must be.
package enum SegmentMatcher: Sendable {
  case literal([UInt8])
  /// In lower case; ASCII letters match in either case.
  case foldedLiteral([UInt8])
  /// Any segment.
  case free
  case typed(ValueType)
  /// Anything else that stays within the segment; the expression is the program's, for comparing.
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
