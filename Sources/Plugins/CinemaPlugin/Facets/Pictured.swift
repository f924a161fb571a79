/// Has a picture that is wider than high, such as a still.
protocol Pictured {
  /// The picture's address.
  var landscape: String { get }
}
