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
      case value(Int, crosses: Bool)
    }

    /// The optional parameters of the path that have a value; the others have none.
    let present: [Int]
    let absent: [Int]
    let pieces: [Piece]
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
  /// The values of the path and of declared query items.
  let parameters: [Parameter]
  /// The ways to write the path; the first one that fits the values is used.
  let paths: [Path]
  let query: [Item]
  /// Indices of `RouteTable.bases`.
  let bases: [Int]

  /// Whether the path is written in the same way for all values.
  var hasOnePath: Bool { paths.contains { $0.present.isEmpty && $0.absent.isEmpty } }

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
    paths = Self.paths(of: specification.pattern, parameters)
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

  private static func paths(of pattern: Pattern, _ parameters: [Parameter]) -> [Path] {
    let optional = parameters.indices.filter {
      parameters[$0].place == .path && parameters[$0].isOptional
    }
    var paths: [Path] = []
    for variant in pattern.variants {
      var pieces: [Path.Piece] = []
      var used: Set<Int> = []
      var text: [Symbol] = []
      func flush() {
        if !text.isEmpty { pieces.append(.text(SymbolText.path(text))) }
        text = []
      }
      for atoms in variant.segments {
        text.append(separator)
        for atom in atoms {
          switch atom {
          case .literal(let literal): text += literal
          case .single(let part), .repeated(let part):
            guard let parameter = part.parameter else { continue }
            flush()
            used.insert(parameter)
            pieces.append(.value(parameter, crosses: part.canCrossSegments))
          }
        }
      }
      flush()
      if pieces.isEmpty { pieces = [.text("/")] }
      let present = optional.filter(used.contains)
      guard !paths.contains(where: { $0.present == present }) else { continue }
      paths.append(
        Path(present: present, absent: optional.filter { !used.contains($0) }, pieces: pieces))
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
