import Diagnostics

extension CoverageReport {
  /// A trace file for `lcov`, `genhtml` and tools for CI: a record for each route file, in byte
  /// order, with the lines that declare routes and taps. A line of several counts the one used
  /// least often, so that a line with a gap is marked.
  /// - SeeAlso: geninfo(1), "Tracefile format".
  package var lcov: String {
    let used = rows.filter { $0.kind == .route || $0.kind == .tap }
    let places = used.compactMap { row in row.position.map { (position: $0, count: row.count) } }
    var files: [(file: String, lines: [(number: Int, count: Int)])] = []
    for (position, count) in places.sorted(by: { $0.position < $1.position }) {
      if !sameBytes(files.last?.file, position.file) { files.append((position.file, [])) }
      let file = files.count - 1
      if let last = files[file].lines.last, last.number == position.line {
        files[file].lines[files[file].lines.count - 1].count = min(last.count, count)
      } else {
        files[file].lines.append((position.line, count))
      }
    }
    return files.map { file, lines in
      // A line break in the name would end the line of the trace file.
      "SF:\(escaped(file))\n" + lines.map { "DA:\($0.number),\($0.count)\n" }.joined()
        + "LF:\(lines.count)\nLH:\(lines.count { $0.count > 0 })\nend_of_record\n"
    }.joined()
  }
}
