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

  @Test("a report of many megabytes has the times of its suites, and nothing else is kept")
  func largeReport() throws {
    let inner = (1...60_000).map { "<testcase name=\"\($0)\" file=\"a.nav\" line=\"\($0)\"/>" }
    let text =
      "<testsuites><testsuite name=\"a.nav\" time=\"2.5\">\(inner.joined())<a><b/></a>"
      + "</testsuite><testsuite name=\"b.nav\" time=\"1\"><testcase/>"
      + "\(String(repeating: " ", count: 4 << 20))</testsuite></testsuites>"
    let folder = try TemporaryFolder()
    try folder.file("all.xml", text)
    let times = try Shard.times(in: folder("all.xml"))
    #expect(times == [TextBytes("a.nav"): 2_500, TextBytes("b.nav"): 1_000])
  }

  @Test("the reports of a run replace no script and no route file")
  func foreignReports() throws {
    let folder = try TemporaryFolder()
    try folder.file("a.nav", "open /movies\n")
    try folder.file("other.xml", "<?xml version=\"1.0\"?>\n<testsuites>\n</testsuites>\n")
    let text = try ShellSession.output(
      of: """
        cp a.nav b.nav; : > empty
        for file in a.nav b.nav; do for option in --junit --result; do
          signalbox replay $option $file a.nav; echo $?; cmp a.nav b.nav
        done; done
        for file in other.xml new.xml new.xml empty; do
          signalbox replay --junit $file --result $file.part a.nav; grep -c 'name="signalbox' $file
        done
        signalbox replay --junit new.xml.part --result other.xml a.nav
        """, in: folder)
    #expect(count("exists, and 'replay' did not write it. Remove it", in: text) == 4, "\(text)")
    #expect(count("\n2\n", in: text) == 4, "\(text)")
    #expect(count("ok    a.nav", in: text) == 5, "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
  }

  private func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

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
        error[usage/option]: --shard does not take '3/2'. Write a part and the number of parts, at most 1,000, such as 3/8.
        error[file/unreadable]: cannot read 'none.xml': there is no such file or folder. Check the spelling and the working directory.
        scripts/0.nav:1:1: error[platform/xml-syntax]: invalid XML: syntax error. Fix the tag here or the one ahead of it; what follows is not read.
        error[usage/option]: --coverage-min and --shard exclude each other. Leave one of them out.
        error[usage/option]: --times needs --shard. Add --shard N/M: run only part N of M, for a run on M machines.
        exit 0

        """, "\(text)")
  }
}
