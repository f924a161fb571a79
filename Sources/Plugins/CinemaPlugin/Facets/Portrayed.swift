/// Has a portrait picture, such as a poster.
protocol Portrayed {
  /// The picture's address.
  var portrait: String { get }
}
