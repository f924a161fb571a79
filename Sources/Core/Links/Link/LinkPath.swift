import Languages

/// The part of a link that patterns are matched against: the segments from `first` on, and the
/// query.
package struct LinkPath {
  package let link: Link
  /// The first segment after the base's own.
  package let first: Int

  package init(link: Link, first: Int) {
    self.link = link
    self.first = first
  }

  package var count: Int { link.segments.count - first }

  /// The range of a segment's decoded text in `link.decoded`; the first segment of the path is 0.
  func range(_ index: Int) -> Range<Int> { link.segments[first + index].range }

  /// The decoded bytes of a segment.
  package func bytes(_ index: Int) -> ArraySlice<UInt8> { link.decoded[range(index)] }

  /// The segments from an index on as symbols for automata, each after a separator.
  func symbols(from index: Int) -> [Symbol] {
    var result: [Symbol] = []
    for segment in link.segments[(first + index)...] {
      result.append(separator)
      for byte in link.decoded[segment.range] { result.append(Symbol(byte)) }
    }
    return result
  }

  /// The text between two positions of `symbols(from: start)` as written in the link, with empty
  /// segments and `%2F`, decoded once.
  ///
  /// A text that begins at a segment begins right after the slash that ends the previous segment;
  /// one that ends at the last segment includes the rest of the path.
  package func rawText(_ range: Range<Int>, from start: Int) -> String {
    let lower = rawIndex(of: range.lowerBound, from: start, isStart: true)
    let upper = rawIndex(of: range.upperBound, from: start, isStart: false)
    return link.bytes[min(lower, upper)..<upper].withUnsafeBufferPointer { Percent.text($0) }
  }

  private func rawIndex(of position: Int, from start: Int, isStart: Bool) -> Int {
    var left = position
    for index in (first + start)..<link.segments.count {
      let segment = link.segments[index]
      // The position before this segment's separator is the end of the previous segment.
      if left == 0 {
        return index == 0 ? link.path.lowerBound : link.segments[index - 1].raw.upperBound
      }
      left -= 1
      if left == 0, isStart { return rawStart(index) }
      if left < segment.range.count { return rawIndex(of: left, in: segment) }
      left -= segment.range.count
    }
    return isStart
      ? (link.segments.last?.raw.upperBound ?? link.path.upperBound) : link.path.upperBound
  }

  /// The position after the slash that ends the previous segment.
  private func rawStart(_ index: Int) -> Int {
    index == 0 ? link.path.lowerBound : link.segments[index - 1].raw.upperBound + 1
  }

  private func rawIndex(of offset: Int, in segment: Link.Segment) -> Int {
    var index = segment.raw.lowerBound
    for _ in 0..<offset {
      index += link.bytes[index] == UInt8(ascii: "%") ? 3 : 1
    }
    return index
  }
}
