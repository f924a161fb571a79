import JSONCodec
import Navigation

/// Tells the values of a link's parameters, as UTF-8: the parameter's place, then those that the
/// route says itself. Returns false if it cannot tell them all.
typealias ToldValues = (_ tell: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void) -> Bool

/// Texts that are the same for every link of a route: one before the values, one before each value,
/// one behind them.
///
/// All stand in one buffer, and reading them counts no references, for which threads would wait for
/// each other.
struct RouteWordings: Sendable {
  /// The texts of one route.
  struct Row {
    var start: [UInt8]
    /// One a parameter; `nil` if its value is not told.
    var names: [[UInt8]?]
    var end: [UInt8]
  }

  private var bytes: [UInt8] = []
  /// Where in `bytes` each text ends: of each route the start, the end, the names.
  private var ends: [Int] = [0]
  /// For each route where in `ends` its texts begin.
  private var firsts: [Int] = []

  init(_ rows: some Sequence<Row>) {
    for row in rows {
      firsts.append(ends.count)
      for text in [row.start, row.end] + row.names.map({ $0 ?? [] }) {
        bytes += text
        ends.append(bytes.count)
      }
    }
  }

  /// Appends what stands before the values.
  func writeStart(_ route: Int, into output: inout [UInt8]) { write(firsts[route], into: &output) }

  /// Appends what stands behind the values, but for some bytes at its ends.
  func writeEnd(
    _ route: Int, without start: Int = 0, _ end: Int = 0, into output: inout [UInt8]
  ) {
    write(firsts[route] + 1, without: start, end, into: &output)
  }

  /// Appends what stands before a value, and before that `first` or, if another value was told
  /// already, `next`; false if the value is not told.
  @inline(__always)
  func writeName(
    _ parameter: Int, of route: Int, first: StaticString, next: StaticString, isFirst: inout Bool,
    into output: inout [UInt8]
  ) -> Bool {
    let text = firsts[route] + 2 + parameter
    guard ends[text - 1] < ends[text] else { return false }
    let separator = isFirst ? first : next
    if separator.utf8CodeUnitCount > 0 { output.append(separator) }
    isFirst = false
    write(text, into: &output)
    return true
  }

  @inline(__always)
  private func write(
    _ text: Int, without start: Int = 0, _ end: Int = 0, into output: inout [UInt8]
  ) {
    let range = (ends[text - 1] + start)..<(ends[text] - end)
    bytes.withUnsafeBufferPointer { bytes in
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }
}

/// Tells values that are at hand; those that are missing are left out.
func told(_ values: [String?]) -> ToldValues {
  { tell in
    for (parameter, value) in values.enumerated() {
      guard var value else { continue }
      value.withUTF8 { tell(parameter, $0) }
    }
    return true
  }
}
