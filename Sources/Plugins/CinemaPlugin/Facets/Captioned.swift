/// Has a line to be said beneath, and perhaps a part that is done.
protocol Captioned {
  var caption: String { get }
  /// How far one has come, 0 to 1; `nil` where there is no such thing.
  var progress: Double? { get }
}

extension Captioned {
  var progress: Double? { nil }
}
