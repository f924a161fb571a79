import JSONCodec

/// Turns the cases of one file of one source into ours.
protocol Adapter: SendableMetatype {
  /// The source's folder.
  static var source: String { get }
  /// The file in it.
  static var file: String { get }
  /// The cases that cannot hold here, by the number at the end of their ids, under the one rule
  /// that forbids each.
  static var excused: [Rule: [Int]] { get }

  /// - Parameter folder: The source's folder, absolute.
  init(folder: String) throws

  /// Runs one case.
  mutating func verdict(_ row: JSON) throws -> Verdict
}
