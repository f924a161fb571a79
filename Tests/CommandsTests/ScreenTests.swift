import Commands
import Diagnostics
import JSONCodec
import Screens
import TestSupport
import Testing

/// `show` and `taps` for screens created by a factory.
@MainActor
struct ScreenTests {
  private let app = MusicApp()

  private func shown(_ content: ScreenContent, columns: Int? = nil) throws -> String {
    var interpreter = try app.interpreter(columns: columns)
    _ = interpreter.run("/search/IU")
    app.made.last?.content = content
    return interpreter.run("show").text
  }

  @Test func `rows are aligned by their width in terminal columns`() throws {
    let text = try shown(MusicScreen.songs("IU"))
    #expect(
      text == """
        IU
        home · Search(term=IU)

        노래
          ▸  ▣  ★  Bbibbi     IU      ▓▓▓▓▓▓░░░░  60 %  [track-1]
                   좋은 날    아이유  ▓▓▓▓▓▓▓▓▓▓ 100 %  [track-2]
                ★  가을 아침

                   more                                 [more]

          track-1  /tracks/1
          close    back
          more     the screen decides
          bad      fly away
          clock    wait 10m
          nowhere  /nowhere
          home     root

        """, "\(text)")
  }

  @Test func `a box is no wider than the terminal`() throws {
    for columns in 1...120 {
      let text = try shown(MusicScreen.songs("아이유 노래 모음"), columns: columns)
      let widths = Set(text.split(separator: "\n").map { terminalWidth(String($0)) })
      #expect(widths.count == 1, "\(text)")
      #expect(widths.first.map { $0 <= max(20, min(columns, 100)) } ?? false, "\(text)")
    }
    var content = MusicScreen.songs("IU")
    content.sections.removeLast()
    content.sections[0].rows[0].subtitle = "a very long subtitle of a very long song"
    content.taps = []
    let text = try shown(content, columns: 60)
    #expect(
      text == """
        ┌─ IU ──────────────────────────────────────────────┐
        │ home · Search(term=IU)                            │
        │                                                   │
        │ 노래                                              │
        │   ▸  ▣  ★  Bbibbi     ▓▓▓▓▓▓░░░░  60 %  [track-1] │
        │            좋은 날    ▓▓▓▓▓▓▓▓▓▓ 100 %  [track-2] │
        │         ★  가을 아침                              │
        │                                                   │
        │   home   root                                     │
        │   close  /tracks/9                                │
        └───────────────────────────────────────────────────┘

        """, "\(text)")
    // The name of a tap is typed, so it is kept at 40 columns.
    let narrow = try shown(content, columns: 40)
    #expect(narrow.contains("Bbibbi     [track-1] │"), "\(narrow)")
  }

  @Test(arguments: [
    (ScreenContent(title: "IU", state: .loading), "loading…\n"),
    (
      ScreenContent(title: "IU", state: .failed(message: "no\u{1B}[2J network")),
      "failed: no\\u{1b}[2J network\n"
    ),
  ])
  func states(content: ScreenContent, line: String) throws {
    #expect(
      try shown(content) == "IU\nhome · Search(term=IU)\n\(line)\n  home   root\n"
        + "  close  /tracks/9\n")
  }

  @Test func `show and taps return JSON for programs`() throws {
    var interpreter = try app.interpreter()
    _ = interpreter.run("/search/IU")
    app.made[0].content = ScreenContent(
      title: "IU", state: .failed(message: "half"),
      sections: [
        Section("a", [Row("b", badge: "★", progress: 0.5, isSelected: true, tap: "t")])
      ], taps: [ScreenTap("close", "back")])
    #expect(
      interpreter.run("show").json.text == #"""
        {"screen":"Search","values":{"term":"IU"},"title":"IU","coordinator":"home","dirty":false,\#
        "result":null,"state":"failed","message":"half","sections":[{"heading":"a","rows":[\#
        {"title":"b","subtitle":null,"image":null,"badge":"★","progress":0.5,"selected":true,\#
        "tap":"t"}]}],"taps":[{"name":"close","does":"back"},{"name":"home","does":"root"},\#
        {"name":"t","does":null}],"seq":1}
        """#)
    #expect(
      interpreter.run("taps").json.text == #"""
        {"screen":"Search","taps":[{"name":"close","does":"back"},{"name":"home","does":"root"},\#
        {"name":"t","does":null}],"seq":1}
        """#)
  }

  @Test(arguments: seeds(100))
  func `content never sends control characters to the terminal`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func text() -> String {
      String(decoding: generator.bytes(countBelow: 30), as: UTF8.self)
        + generator.pick(["", "한글", "e\u{301}", "👩‍🚀", "\u{202E}", "\n"])
    }
    let columns = generator.below(2) == 0 ? nil : generator.below(110)
    let sections = (0..<generator.below(4)).map { _ in
      Section(
        generator.below(2) == 0 ? nil : text(),
        (0..<generator.below(5)).map { _ in
          Row(
            text(), subtitle: generator.below(2) == 0 ? nil : text(), image: text(),
            badge: text(), progress: [nil, -1, 0.3, 9, .nan, .infinity][generator.below(6)],
            isSelected: generator.below(2) == 0, tap: text())
        })
    }
    let shown = try shown(
      ScreenContent(
        title: text(), state: generator.below(2) == 0 ? .ready : .failed(message: text()),
        sections: sections, taps: [ScreenTap(text(), text()), ScreenTap(text())]),
      columns: columns)
    let isPrintable = shown.unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}")
    }
    #expect(isPrintable, "\(shown)")
    guard let columns else { return }
    let widths = Set(
      shown.unicodeScalars.split(separator: "\n").map { line in
        line.reduce(0) { $0 + terminalWidth($1) }
      })
    #expect(widths.count == 1, "\(shown)")
    #expect(widths.allSatisfy { $0 <= max(20, columns) }, "\(shown)")
  }

  @Test func `completion and expect include the taps of the content`() throws {
    var interpreter = try app.interpreter()
    _ = interpreter.run("/search/IU")
    app.made[0].content = MusicScreen.songs("IU")
    let found = ["bad", "clock", "close", "home", "more", "nowhere", "track-1", "track-2"]
    #expect(interpreter.completions(line: "tap ", cursorByte: 4) == found)
    #expect(interpreter.run("expect tap track-2").failure == nil)
    #expect(interpreter.run("expect tap track-3").failure != nil)
  }
}
