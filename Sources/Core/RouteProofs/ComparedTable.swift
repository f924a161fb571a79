package import Links

/// What is compared with another table.
package struct ComparedTable {
  let table: RouteTable
  /// For each route that is a redirect its target.
  let targets: [[TargetPiece]?]
  /// For each route a number that is equal, in both tables, where what it opens is.
  let answers: [Int]
  /// The route that a link opens in the end; nil if it opens nothing.
  let end: (String) -> Int?

  /// Puts together what is compared.
  package init(
    _ table: RouteTable, targets: [[TargetPiece]?], answers: [Int],
    end: @escaping (String) -> Int?
  ) {
    self.table = table
    self.targets = targets
    self.answers = answers
    self.end = end
  }
}
