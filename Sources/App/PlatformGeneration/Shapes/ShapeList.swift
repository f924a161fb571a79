import Diagnostics
import Links
import Navigation

/// The shapes of an app's links under some bases, in the router's order of preference.
struct ShapeList {
  private(set) var shapes: [LinkShape] = []

  /// The shapes under bases, as indices of `RouteTable.bases`, the most specific first.
  ///
  /// - Parameter segmentsOfBase: What precedes the path of a base.
  init(
    _ definition: AppDefinition, _ targets: RouteTargets, bases: [Int],
    segmentsOfBase: (Base.Shape) -> [[UInt8]]
  ) {
    let table = definition.table
    for base in bases {
      let prefix = segmentsOfBase(table.bases[base].shape).map { [TextPiece.text($0)] }
      let reader = ShapeReader(definition: definition, targets: targets, base: base, prefix: prefix)
      for variant in Self.order(of: table, under: base) { shapes += reader.shapes(of: variant) }
    }
  }

  /// The variants under a base, preferred ones first.
  private static func order(of table: RouteTable, under base: Int) -> [Int] {
    table.variants.indices.filter { table.routes[table.variants[$0].route].isUnderBase[base] }
      .sorted { table.turn(of: $0) < table.turn(of: $1) }
  }

  /// Removes redundant shapes: a claimed one whose links another claimed shape contains, with
  /// nothing in between that keeps them from the app; and an unclaimed one that shares no link with
  /// a later claimed shape.
  mutating func minimize() {
    var isKept = [Bool](repeating: true, count: shapes.count)
    let index = SegmentIndex(shapes)
    for number in shapes.indices where shapes[number].isClaimed {
      let shape = shapes[number]
      let rivals = index.candidates(for: shape)
      let isCovered = rivals.contains { other in
        guard other != number, isKept[other], shapes[other].isClaimed, shapes[other].covers(shape)
        else { return false }
        return other < number
          || !rivals.contains { between in
            number < between && between < other && !shapes[between].isClaimed
              && shapes[between].mayOverlap(shape)
          }
      }
      if isCovered { isKept[number] = false }
    }
    for number in shapes.indices where !shapes[number].isClaimed {
      isKept[number] = index.candidates(for: shapes[number]).contains { other in
        other > number && isKept[other] && shapes[other].isClaimed
          && shapes[other].mayOverlap(shapes[number])
      }
    }
    shapes = shapes.indices.filter { isKept[$0] }.map { shapes[$0] }
  }

  /// Keeps only some shapes.
  mutating func removeAll(where isRemoved: (LinkShape) -> Bool) {
    shapes.removeAll(where: isRemoved)
  }

  mutating func update(_ change: (inout LinkShape) -> Void) {
    for index in shapes.indices { change(&shapes[index]) }
  }
}

/// Finds the shapes that can share a link with one, by their first segments.
struct SegmentIndex {
  private var byText: [[UInt8]: [Int]] = [:]
  /// The shapes that do not begin with literal text.
  private var others: [Int] = []
  private let all: Range<Int>

  init(_ shapes: [LinkShape]) {
    all = shapes.indices
    for (number, shape) in shapes.enumerated() {
      if let key = Self.key(of: shape) {
        byText[key, default: []].append(number)
      } else {
        others.append(number)
      }
    }
  }

  /// Indices of shapes in ascending order: at least those that overlap the shape.
  func candidates(for shape: LinkShape) -> [Int] {
    guard let key = Self.key(of: shape) else { return Array(all) }
    return ((byText[key] ?? []) + others).sorted()
  }

  private static func key(of shape: LinkShape) -> [UInt8]? {
    guard let first = shape.segments.first else { return [] }
    guard first.count == 1, case .text(let text) = first[0] else { return nil }
    return text.map { $0.folded }
  }
}
