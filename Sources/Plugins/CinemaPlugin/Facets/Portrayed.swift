/// Has an upright picture, as on a poster.
protocol Portrayed {
  /// The picture's address.
  var portrait: String { get }
}
