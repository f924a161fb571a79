import Diagnostics
import Languages
import Links
import Navigation

/// A route that opens a screen, as every language builds its links.
struct CodeRoute {
  struct Path {
    enum Piece {
      /// Literal text, encoded.
      case text(String)
      /// The value of a parameter. One that crosses keeps the slashes between its parts.
      ///
      /// A link is read with the longest value that fits, or with the shortest; `isLongest` is
      /// `nil` if that depends on more than the code knows.
      case value(Int, crosses: Bool, isLongest: Bool?)
      /// Text that the pattern repeats.
      case repeatedText
    }

    /// The optional parameters of the path that have a value; the others have none.
    let present: [Int]
    let absent: [Int]
    let pieces: [Piece]
    /// The ways in which links with this path can be read, first the one that takes precedence;
    /// empty if no link is read as other values.
    let readings: [[Piece]]
  }

  /// A query item; the name is encoded.
  struct Item {
    let name: String
    let parameter: Int
  }

  /// The index of the route in `AppDefinition.routes`.
  let index: Int
  let pattern: String
  /// Its name in the code: the route's name, or else its screen's.
  let name: String
  let isCaseSensitive: Bool
  /// The values of the path and of declared query items.
  let parameters: [Parameter]
  /// The ways to write the path; the first one that fits the values is used.
  let paths: [Path]
  let query: [Item]
  /// Indices of `RouteTable.bases`.
  let bases: [Int]

  /// Whether the path is written in the same way for all values.
  var hasOnePath: Bool { paths.contains { $0.present.isEmpty && $0.absent.isEmpty } }

  /// Whether the code checks how links of the route are read.
  var hasReadings: Bool { paths.contains { !$0.readings.isEmpty } }

  /// A text of a path as it is compared with links.
  func compared(_ text: String) -> String { isCaseSensitive ? text : text.lowercased() }

  /// A value as a path has it, to be compared with links.
  func written(_ value: String) -> String {
    compared(SymbolText.path(value.utf8.map { Symbol($0) }))
  }

  /// - Returns: `nil` for a route that opens no screen.
  init?(_ id: Identifier<Route>, of definition: AppDefinition) {
    let route = definition[id]
    guard case .screen(let screen) = route.target else { return nil }
    index = id.index
    pattern = route.pattern
    name = route.name ?? definition[screen].name
    let specification = definition.table.specification(of: id.index)
    let repeated = specification.pattern.parts.filter(\.isRepeated).compactMap(\.parameter)
    let parameters = route.parameters.enumerated().compactMap { index, parameter -> Parameter? in
      if case .part = parameter.place { return nil }
      // Several values as one text.
      guard parameter.spansSegments || repeated.contains(index) else { return parameter }
      return Parameter(
        name: parameter.name, type: .string, isOptional: parameter.isOptional,
        place: parameter.place, spansSegments: true)
    }
    self.parameters = parameters
    isCaseSensitive = specification.isCaseSensitive
    paths = Self.paths(of: id.index, in: definition.table, parameters)
    query = specification.query.compactMap { item in
      guard
        let index = parameters.firstIndex(where: { sameBytes($0.name, item.name) }),
        // A value of the path is written as an item too if the route requires that.
        parameters[index].place == .query || !item.isOptional
      else { return nil }
      let encoded = QueryItem(name: item.name, value: "").encoded
      return Item(name: String(encoded.dropLast()), parameter: index)
    }
    bases = definition.table.bases(of: id.index)
  }

  private static func paths(
    of route: Int, in table: RouteTable, _ parameters: [Parameter]
  ) -> [Path] {
    let optional = parameters.indices.filter {
      parameters[$0].place == .path && parameters[$0].isOptional
    }
    let ways = table.routes[route].variants.map { index in
      let pattern = table.specification(of: route).pattern
      return Way(
        pattern.variants[table.variants[index].number], parameters, turn: table.turn(of: index))
    }
    var paths: [Path] = []
    for way in ways where way.isWritable {
      let present = optional.filter(way.parameters.contains)
      guard !paths.contains(where: { $0.present == present }) else { continue }
      let others = ways.filter { $0.turn < way.turn && $0.canRead(way) }
      let isCertain = others.isEmpty && way.isUnambiguous
      paths.append(
        Path(
          present: present, absent: optional.filter { !present.contains($0) }, pieces: way.pieces,
          readings: isCertain
            ? [] : others.sorted { $0.turn < $1.turn }.map(\.pieces) + [way.pieces]))
    }
    return paths
  }
}

extension Parameter {
  /// The texts of a list; `nil` for another type.
  var choices: [String]? {
    if case .oneOf(let texts) = type { texts } else { nil }
  }
}
