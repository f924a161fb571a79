import Screens

extension ScreenContent {
  /// Everything that can be read on the screen, for expectations: title, state with its message,
  /// headings, rows. Not escaped yet.
  var texts: [String] {
    var texts = [title] + [stateText].compactMap { $0 }
    for section in sections {
      if let heading = section.heading { texts.append(heading) }
      texts += section.rows.map(\.text)
    }
    return texts
  }

  /// `loading…`, `failed: no network`; `nil` if all is there.
  var stateText: String? {
    switch state {
    case .loading: "loading…"
    case .ready: nil
    case .failed(let message): "failed: \(message)"
    }
  }
}

extension Row {
  /// The row as it is read from the left: `▸ ★ Bbibbi IU 60 %`.
  var text: String {
    [isSelected ? selectedMark : nil, badge, title, subtitle, percentText]
      .compactMap { $0 }.filter { !$0.utf8.isEmpty }.joined(separator: " ")
  }

  /// `60 %`
  var percentText: String? { progress.map { "\(Int(($0 * 100).rounded())) %" } }
}

/// What stands before a row that is chosen.
let selectedMark = "▸"
