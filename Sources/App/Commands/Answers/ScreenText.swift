import Diagnostics
import Screens

/// A screen's content in lines, aligned by the columns that terminals give to characters. Texts are
/// escaped here.
///
///     loading…
///
///     Songs
///       ★  Bbibbi   IU   ▓▓▓▓▓▓░░░░  60 %  [track-1]
///
///       close  back
struct ScreenText {
  let content: ScreenContent
  /// The columns of a line; `nil` where there is no terminal and nothing is cut.
  let columns: Int?

  /// State, sections and taps; an empty line before each but the state.
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

  /// Mark, picture, badge, title, subtitle, progress, tap.
  private func cells(of row: Row) -> [String] {
    [
      row.isSelected ? selectedMark : "", row.image == nil ? "" : imageMark, row.badge ?? "",
      row.title, row.subtitle ?? "", row.progress.map(bar) ?? "", row.tap.map { "[\($0)]" } ?? "",
    ].map(escaped)
  }

  /// The rows with every column as wide as its widest cell. Where that is too wide, subtitles give
  /// way first, then titles.
  private func rowLines(_ rows: [[String]]) -> [String] {
    var widths = (0..<cellCount).map { column in
      rows.map { terminalWidth($0[column]) }.max() ?? 0
    }
    let gaps = gap.utf8.count * max(0, widths.count { $0 > 0 } - 1)
    if let columns {
      var excess = widths.reduce(0, +) + gaps + indent.utf8.count - columns
      for column in [subtitleColumn, titleColumn] where excess > 0 {
        let cut = min(excess, max(0, widths[column] - cutColumnsMin))
        widths[column] -= cut
        excess -= cut
      }
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

/// What stands in the place of a tap's target if the screen decides.
let withoutTarget = "the screen decides"

private let indent = "  "
private let gap = "  "
/// Shows that a row has a picture.
private let imageMark = "▣"
private let barColumns = 10
private let cellCount = 7
private let titleColumn = 3
private let subtitleColumn = 4
/// What is left of a title or subtitle, however narrow the terminal is.
private let cutColumnsMin = 8
