import JSONCodec

/// Runs the cases of one file of another project's tests.
protocol Adapter: SendableMetatype {
  /// The project's folder in the corpora.
  static var source: String { get }
  /// The file in that folder.
  static var file: String { get }
  /// The cases that do not apply here, by the number at the end of their ids, under the rule that
  /// excludes each.
  static var excluded: [Rule: [Int]] { get }

  /// - Parameter folder: The absolute path of the project's folder.
  init(folder: String) throws

  /// Runs one case.
  mutating func verdict(_ row: JSON) throws -> Verdict
}
