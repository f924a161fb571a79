/// Has a caption and, where it applies, a progress.
protocol Captioned {
  var caption: String { get }
  /// From 0 to 1; `nil` if the item has no progress.
  var progress: Double? { get }
}

extension Captioned {
  var progress: Double? { nil }
}
