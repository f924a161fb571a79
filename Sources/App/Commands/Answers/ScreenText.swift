import Diagnostics
import JSONCodec
import Screens

/// A screen's content as lines of text, aligned by terminal column widths and escaped.
///
///     loading…
///
///     Songs
///       ★  Bbibbi   IU   ▓▓▓▓▓▓░░░░  60 %  [track-1]
///
///       close  back
struct ScreenText {
  let content: ScreenContent
  /// The width to which lines are clipped, in columns; `nil` if the output is not a terminal and
  /// nothing is clipped.
  let columns: Int?

  /// State, sections and taps; sections and taps each follow an empty line.
  var lines: [String] {
    let taps = content.taps.map { [$0.name, $0.target ?? withoutTarget] }
    return stateLines + sectionLines
      + (taps.isEmpty ? [] : [""] + Commands.columns(taps).map { indent + $0 })
  }

  private var stateLines: [String] {
    guard let text = content.stateText.map(escaped) else { return [] }
    return columns.map { wrapped(text, columns: $0) } ?? [text]
  }

  private var sectionLines: [String] {
    var rows = rowLines(content.rows.map(cells))[...]
    var lines: [String] = []
    for section in content.sections {
      lines.append("")
      if let heading = section.heading { lines.append(escaped(heading)) }
      lines += rows.prefix(section.rows.count)
      rows = rows.dropFirst(section.rows.count)
    }
    return lines
  }

  /// Returns the cells: mark, picture, badge, title, subtitle, progress, tap.
  private func cells(of row: Row) -> [String] {
    [
      row.isSelected ? selectedMark : "", row.image == nil ? "" : imageMark, row.badge ?? "",
      row.title, row.subtitle ?? "", row.progress.map(bar) ?? "", row.tap.map { "[\($0)]" } ?? "",
    ].map(escaped)
  }

  /// Aligns the rows: each column is as wide as its widest cell. If they are too wide, clips
  /// subtitles first, then titles, then leaves out subtitles and progress: a tap's name is typed.
  private func rowLines(_ rows: [[String]]) -> [String] {
    var widths = (0..<cellCount).map { column in
      rows.map { terminalWidth($0[column]) }.max() ?? 0
    }
    if let columns {
      let titleColumns = widths[titleColumn]
      func excess() -> Int {
        let gaps = gap.utf8.count * max(0, widths.count { $0 > 0 } - 1)
        return widths.reduce(0, +) + gaps + indent.utf8.count - columns
      }
      for column in [subtitleColumn, titleColumn] where excess() > 0 {
        widths[column] -= min(excess(), max(0, widths[column] - cutColumnsMin))
      }
      for column in [subtitleColumn, progressColumn] where excess() > 0 { widths[column] = 0 }
      widths[titleColumn] = min(titleColumns, widths[titleColumn] + max(0, -excess()))
    }
    return rows.map { row in
      var line = indent
      var end = line.utf8.count
      var place = end
      for (cell, width) in zip(row, widths) where width > 0 {
        if !cell.utf8.isEmpty {
          let text = clipped(cell, columns: width)
          line += String(repeating: " ", count: max(0, place - end)) + text
          end = place + terminalWidth(text)
        }
        place += width + gap.utf8.count
      }
      return line
    }
  }

  /// `▓▓▓▓▓▓░░░░  60 %`
  private func bar(of progress: Double) -> String {
    let full = Int((progress * Double(barColumns)).rounded())
    let percent = "\(Int((progress * 100).rounded()))"
    return String(repeating: "▓", count: full) + String(repeating: "░", count: barColumns - full)
      + String(repeating: " ", count: max(0, 4 - percent.utf8.count)) + percent + " %"
  }
}

/// The text shown for a tap without a target.
let withoutTarget = "the screen decides"

private let indent = "  "
private let gap = "  "
private let imageMark = "▣"
private let barColumns = 10
private let cellCount = 7
private let titleColumn = 3
private let subtitleColumn = 4
private let progressColumn = 5
/// The minimum width of a clipped title or subtitle, however narrow the terminal is.
private let cutColumnsMin = 8

extension ScreenContent {
  /// All texts on the screen, for expectations: title, state with its message, headings and rows.
  /// Not escaped.
  var texts: [String] {
    var texts = [title] + [stateText].compactMap { $0 }
    for section in sections {
      if let heading = section.heading { texts.append(heading) }
      texts += section.rows.map(\.text)
    }
    return texts
  }

  /// The state, as in `loading…` or `failed: no network`; `nil` if the content is ready.
  var stateText: String? {
    switch state {
    case .loading: "loading…"
    case .ready: nil
    case .failed(let message): "failed: \(message)"
    }
  }
}

extension Row {
  /// The row's texts from left to right: `▸ ★ Bbibbi IU 60 %`.
  var text: String {
    [isSelected ? selectedMark : nil, badge, title, subtitle, percentText]
      .compactMap { $0 }.filter { !$0.utf8.isEmpty }.joined(separator: " ")
  }

  /// `60 %`
  var percentText: String? { progress.map { "\(Int(($0 * 100).rounded())) %" } }
}

let selectedMark = "▸"

extension ScreenContent {
  /// The JSON members of a factory's screen: `state`, `message` (of a failure, else `null`) and
  /// `sections`.
  var jsonMembers: [JSON.Member] {
    var message: String?
    if case .failed(let why) = state { message = why }
    return [
      .init("state", .string(stateWord)), .init("message", .optional(message)),
      .init("sections", .array(sections.map(\.json))),
    ]
  }

  var stateWord: String {
    switch state {
    case .loading: "loading"
    case .ready: "ready"
    case .failed: "failed"
    }
  }

  /// The available taps; `does` is `null` if the screen decides.
  var tapsJSON: JSON {
    .array(allTaps.map { ["name": .string($0.name), "does": .optional($0.target)] })
  }
}

extension Section {
  fileprivate var json: JSON {
    ["heading": .optional(heading), "rows": .array(rows.map(\.json))]
  }
}

extension Row {
  fileprivate var json: JSON {
    [
      "title": .string(title), "subtitle": .optional(subtitle), "image": .optional(image),
      "badge": .optional(badge), "progress": progress.map { JSON($0) } ?? .null,
      "selected": .bool(isSelected), "tap": .optional(tap),
    ]
  }
}
