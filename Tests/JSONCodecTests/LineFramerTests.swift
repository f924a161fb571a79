import Diagnostics
import JSONCodec
import TestSupport
import Testing

struct LineFramerTests {
  private func lines(_ chunks: [[UInt8]], lineBytesMax: Int) -> [LineFramer.Line] {
    var framer = LineFramer(lineBytesMax: lineBytesMax)
    var lines: [LineFramer.Line] = []
    for chunk in chunks {
      framer.feed(chunk)
      while let line = framer.next() { lines.append(line) }
      #expect(framer.pendingBytes <= lineBytesMax + 1)
    }
    if let line = framer.last() { lines.append(line) }
    return lines
  }

  private func whole(_ text: String) -> LineFramer.Line { .whole(Array(text.utf8)) }

  @Test func `a stream gives the same lines however it is divided`() {
    let bytes = Array("one\ntwo\r\n\n\r\nthe longest\nlast".utf8)
    let expected: [LineFramer.Line] = [
      whole("one"), whole("two"), .overlong(start: Array("the longest".utf8)), whole("last"),
    ]
    #expect(lines([bytes], lineBytesMax: 5) == expected)
    for cut in bytes.indices {
      let cutLines = lines([Array(bytes[..<cut]), Array(bytes[cut...])], lineBytesMax: 5)
      // An overlong line holds what was received of it so far.
      #expect(cutLines.count == 4, "cut at \(cut)")
      #expect(
        cutLines[0] == expected[0] && cutLines[1] == expected[1] && cutLines[3] == expected[3])
    }
    #expect(lines(bytes.map { [$0] }, lineBytesMax: 11).contains(whole("the longest")))
  }

  @Test func `a line of lineBytesMax bytes is whole, a longer one is overlong`() {
    #expect(lines([Array("12345\r\n123456\n".utf8)], lineBytesMax: 5).first == whole("12345"))
    #expect(
      lines([Array("123456\n1\n".utf8)], lineBytesMax: 5)
        == [.overlong(start: Array("123456".utf8)), whole("1")])
  }

  @Test(arguments: seeds(50))
  func `random chunks keep every short line`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = (0..<20).map { _ in String(repeating: "x", count: random.below(20)) }
    var rest = Array(texts.map { $0 + "\n" }.joined().utf8)[...]
    var chunks: [[UInt8]] = []
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + random.below(30))
      chunks.append(Array(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    let found = lines(chunks, lineBytesMax: 10).compactMap { line -> Int? in
      if case .whole(let bytes) = line { bytes.count } else { nil }
    }
    let short = texts.map(\.utf8.count).filter { (1...10).contains($0) }
    #expect(found == short, "seed \(seed)")
  }
}
