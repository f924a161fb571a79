/// Has a landscape picture, such as a still.
protocol Pictured {
  /// The picture's address.
  var landscape: String { get }
}
