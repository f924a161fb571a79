import Diagnostics
import FileAccess
import TestSupport
import Testing

@testable import signalbox

/// `replay --shard`.
struct ShardTests {
  private static let texts: [(text: String, isShard: Bool)] = [
    ("1/1", true), ("3/8", true), ("1000/1000", true), ("0/1", false), ("2/1", false),
    ("1/0", false), ("1", false), ("1/2/3", false), ("/", false), ("-1/2", false),
    ("1/1001", false),
    ("1/99999999999999999999", false), ("a/b", false), ("", false),
  ]

  @Test("a part is a number of a number", arguments: texts)
  func reading(text: String, isShard: Bool) {
    #expect((Shard(text) != nil) == isShard)
  }

  @Test("all parts are all scripts, each once, and take about as long", arguments: 1...6)
  func dividing(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    for number in 0..<40 {
      let scripts = (0..<number % 9).map { "s\($0 * 7 % 10).nav" }
      var times: [TextBytes: Int] = [:]
      for script in scripts where random.next() % 4 > 0 {
        times[TextBytes(script)] = Int(random.next() % 1_000)
      }
      let parts = try (1...count).map { part in
        var shard = try #require(Shard("\(part)/\(count)"))
        shard.times = times
        // On another machine the list can be in another order.
        let part = shard.part(of: scripts).map { scripts[$0] }
        let reversed = Array(scripts.reversed())
        #expect(shard.part(of: reversed).map { reversed[$0] } == part.reversed())
        return part
      }
      #expect(parts.flatMap { $0 }.sorted() == scripts.sorted())
      // Graham's bound: no part takes longer than the average and the longest script.
      let known = scripts.compactMap { times[TextBytes($0)] }
      let average = known.isEmpty ? 1 : known.reduce(0, +) / known.count
      func time(_ scripts: [String]) -> Int {
        scripts.map { max(1, times[TextBytes($0)] ?? average) }.reduce(0, +)
      }
      let longest = scripts.map { time([$0]) }.max() ?? 0
      for part in parts {
        #expect(time(part) <= time(scripts) / count + longest)
        if times.isEmpty { #expect(abs(part.count - scripts.count / count) <= 1) }
      }
    }
  }

  @Test("the parts of a run are the run, and the next one is divided by its times")
  func running() throws {
    let folder = try TemporaryFolder()
    try createFolder(folder.path + "/scripts")
    for number in 0..<5 {
      try writeFile(folder.path + "/scripts/\(number).nav", Array("open cinema://movies\n".utf8))
    }
    let shell = """
      signalbox replay --junit all.xml scripts | grep ^ok | sed 's/:.*//' | sort > all
      for part in 1 2 3; do signalbox replay --shard $part/3 scripts; done | grep ^ok | sed 's/:.*//' |
        sort | cmp - all && echo same
      sed -i 's/name="scripts.2.nav" \\(.*\\) time="[0-9.]*">/name="scripts\\/2.nav" \\1 time="99.5">/' all.xml
      signalbox replay --shard 1/2 --times all.xml scripts | grep ^ok | sed 's/:.*//'
      for part in 8/9 9/9; do signalbox replay --shard $part scripts | tail -1; done
      for wrong in '3/2' '1/2 --times none.xml' '1/2 --times scripts/0.nav' '1/2 --coverage-min 1'; do
        signalbox replay --shard $wrong scripts 2>&1 > /dev/null | head -1
      done
      signalbox replay --times all.xml scripts 2>&1 > /dev/null | head -1
      """
    let text = try ShellSession.output(of: shell, in: folder)
    #expect(
      text == """
        same
        ok    scripts/2.nav
        0 scripts, 0 steps, 0 expectations, 0 failures
        0 scripts, 0 steps, 0 expectations, 0 failures
        error[usage/option]: --shard does not take '3/2'. Write a part and the number of parts, such as 3/8.
        error[file/unreadable]: cannot read 'none.xml': there is no such file or folder. Check the spelling and the working directory.
        scripts/0.nav:1:1: error[platform/xml-syntax]: invalid XML: syntax error. Fix the tag here or the one ahead of it; what follows is not read.
        error[usage/option]: --coverage-min and --shard exclude each other. Leave one of them out.
        error[usage/option]: --times needs --shard. Add --shard N/M: run only part N of M, for a run on M machines.
        exit 0

        """, "\(text)")
  }
}
