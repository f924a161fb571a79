/// Connects the model to the view data; neither knows the other.
extension Track: ResultViewData {
  var title: String { name }
  var subtitle: String { artist }
  var albumCoverURL: String? { coverAddress }
}

extension Track: ResultDetailViewData {
  var details: [(name: String, value: String)] {
    let known = [("Album", album?.name), ("Genre", genre), ("Length", length)]
    return known.compactMap { name, value in value.map { (name: name, value: $0) } }
  }

  /// The duration, for example `3:07`.
  private var length: String? {
    guard let milliseconds, milliseconds >= 0 else { return nil }
    let seconds = milliseconds / 1000
    let rest = seconds % 60
    return "\(seconds / 60):" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
