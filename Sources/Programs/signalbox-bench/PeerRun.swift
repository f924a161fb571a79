import Diagnostics
import FileAccess
import Links
import RouteProofs

/// Looks up paths in a table like the programs of other routers that `make bench-peers` compares
/// with this one: `signalbox-bench peer path|link ROUTES PATHS`. With `link`, a scheme and a host
/// precede each path.
///
/// It prints `ready BUILD_MS RSS_KB`, then answers each line `seq|rnd|cold REPEATS` of its input
/// with `CPU_NS WALL_NS HITS ROUTE_SUM VALUE_BYTES`: the time of one lookup with its values
/// located, and sums over all lookups. `cold` overwrites the caches before each lookup and takes
/// the median.
struct PeerRun {
  /// What is printed when the table is built.
  let greeting: String
  private let isLink: Bool
  private let table: RouteTable
  private let texts: TextBlock
  /// The texts' indices, shuffled as by the other programs.
  private let shuffled: [Int]
  private var trash: [UInt8] = []

  /// What lookups found: matches, the sum of the routes' indices, and the bytes of the values.
  private struct Sums { var hits = 0, routes = 0, bytes = 0 }

  /// - Throws: An error of a file, of the first pattern that is wrong, or of the table.
  init(isLink: Bool, routes: String, paths: String) throws {
    self.isLink = isLink
    let base = "https://cinema.example"
    let patterns = try Self.lines(of: routes)
    let paths = try Self.lines(of: paths)
    texts = TextBlock(isLink ? paths.map { base + $0 } : paths)
    let bytesBefore = try Machine.residentBytes()
    let start = monotonicSeconds()
    let bases = [try Base(base)]
    table = try RouteTable(
      patterns.map { RouteSpecification(try Pattern($0), bases: bases) })
    let milliseconds = (monotonicSeconds() - start) * 1e3
    let kilobytes = (try Machine.residentBytes() - bytesBefore) / 1024
    greeting = "ready \(milliseconds) \(kilobytes)\n"
    var random: UInt64 = 88_172_645_463_325_252
    var shuffled = Array(0..<texts.count)
    for index in shuffled.indices.dropFirst().reversed() {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      shuffled.swapAt(index, Int(random % UInt64(index + 1)))
    }
    self.shuffled = shuffled
  }

  private static func lines(of file: String) throws(FileError) -> [String] {
    let bytes = try readFile(file, bytesMax: 1 << 30)
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The answer to a line of the input; nil for any other text.
  mutating func answer(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count == 2, let repeats = Int(words[1]), repeats > 0 else { return nil }
    var sums = Sums()
    let times: (Double, Double)
    switch words[0] {
    case "seq": times = measure(repeats, texts.count, &sums) { $0 }
    case "rnd": times = measure(repeats, texts.count, &sums) { shuffled[$0] }
    case "cold":
      let time = measureCold(repeats, &sums)
      times = (time, time)
    default: return nil
    }
    return "\(times.0) \(times.1) \(sums.hits) \(sums.routes) \(sums.bytes)\n"
  }

  /// The processor time and the time of a lookup, in nanoseconds.
  @inline(__always)
  private func measure(
    _ repeats: Int, _ count: Int, _ sums: inout Sums, index: (Int) -> Int
  ) -> (Double, Double) {
    let scratch = MatchScratch()
    let start = monotonicSeconds()
    let seconds = processorSeconds {
      texts.withTexts { text in
        for _ in 0..<repeats {
          for place in 0..<count { lookUp(text(index(place)), scratch, &sums) }
        }
      }
    }
    let scale = 1e9 / Double(repeats * count)
    return (seconds * scale, (monotonicSeconds() - start) * scale)
  }

  /// The median time of a lookup of which only the text is in the caches, in nanoseconds.
  private mutating func measureCold(_ repeats: Int, _ sums: inout Sums) -> Double {
    if trash.isEmpty { trash = [UInt8](repeating: 1, count: 64 << 20) }
    let scratch = MatchScratch()
    var times: [UInt64] = []
    var sum = 0
    for number in 0..<repeats {
      for place in stride(from: 0, to: trash.count, by: 64) {
        trash[place] &+= 1
        sum &+= Int(trash[place])
      }
      texts.withTexts { text in
        let text = text(shuffled[number % shuffled.count])
        sum &+= Int(text[0])
        precondition(sum != 1, "nothing was done")
        let start = monotonicNanoseconds()
        lookUp(text, scratch, &sums)
        times.append(monotonicNanoseconds() - start)
      }
    }
    return Double(times.sorted()[times.count / 2])
  }

  @inline(never)
  private func lookUp(
    _ text: UnsafeRawBufferPointer, _ scratch: borrowing MatchScratch, _ sums: inout Sums
  ) {
    let found = isLink ? table.match(text, scratch) : table.match(path: text, scratch)
    guard case .found(let match) = found else { return }
    sums.hits &+= 1
    sums.routes &+= match.route
    table.forEachValue(of: match, scratch) { sums.bytes &+= $1.count }
  }
}
