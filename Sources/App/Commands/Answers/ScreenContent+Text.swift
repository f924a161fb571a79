import Screens

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

/// The mark of a selected row.
let selectedMark = "▸"
