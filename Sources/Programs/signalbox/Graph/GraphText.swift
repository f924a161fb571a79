import Analysis
import Diagnostics

/// A graph as an indented list: clusters, the nodes in them, and the rows and edges of each.
///
///     home  stack
///     └─ Home
///        ├─ films  → Movies
///        └─ close  back
struct GraphText {
  private struct Line {
    let depth: Int
    let text: String
  }

  private let graph: AppGraph
  private let edges: [Int: [AppGraph.Edge]]
  private let paint: Paint
  private var lines: [Line] = []

  /// Returns the lines, each ending in `\n`; empty for a graph without nodes.
  static func text(of graph: AppGraph, _ paint: Paint) -> String {
    var writer = GraphText(graph: graph, edges: graph.edgesByNode, paint: paint)
    for (index, cluster) in graph.clusters.enumerated() {
      let members = writer.listed.filter { graph.nodes[$0].cluster == index }
      guard !members.isEmpty else { continue }
      writer.add(paint(cluster.label, .coordinator) + writer.noted(cluster.note), at: 0)
      for member in members { writer.addTree(at: member, depth: 1) }
    }
    let children = Set(graph.edges.filter { $0.kind == .child }.map(\.to))
    for index in writer.listed
    where graph.nodes[index].cluster == nil && !children.contains(index) {
      writer.addTree(at: index, depth: 0)
    }
    return writer.drawn
  }

  /// The nodes that are not only the ends of edges.
  private var listed: [Int] { graph.nodes.indices.filter { !graph.nodes[$0].isTarget } }

  private mutating func add(_ text: String, at depth: Int) {
    lines.append(Line(depth: depth, text: text))
  }

  private mutating func addTree(at root: Int, depth: Int) {
    var left = [(root, depth)]
    while let (node, depth) = left.popLast() {
      add(node, at: depth)
      let children = edges[node, default: []].filter { $0.kind == .child }.map(\.to)
      left += children.reversed().map { ($0, depth + 1) }
    }
  }

  private mutating func add(_ index: Int, at depth: Int) {
    let node = graph.nodes[index]
    let own = edges[index, default: []]
    let opened = own.filter { $0.row == nil && ($0.kind == .opens || $0.kind == .redirects) }
    add(
      marked(node.label, node.kind.role, node.isVisited) + noted(node.note) + arrow(to: opened),
      at: depth)
    for (row, content) in node.rows.enumerated() {
      let text = marked(content.label, node.kind == .coordinator ? .screen : nil, content.isVisited)
      add(text + noted(content.note) + arrow(to: own.filter { $0.row == row }), at: depth + 1)
    }
    for edge in own where edge.kind == .guards {
      let target = graph.nodes[edge.to]
      let text = "guards " + marked(target.label, target.kind.role, target.isVisited)
      add(text + noted(target.note), at: depth + 1)
    }
  }

  private func marked(_ label: String, _ role: TextRole?, _ isVisited: Bool) -> String {
    (isVisited ? paint(visitedMark, .gateOpen) : "") + paint(label, role)
  }

  private func noted(_ note: String) -> String { note.isEmpty ? "" : "  " + paint(note, .advice) }

  private func arrow(to edges: [AppGraph.Edge]) -> String {
    guard !edges.isEmpty else { return "" }
    let targets = edges.map { edge in
      paint(graph.nodes[edge.to].label, graph.nodes[edge.to].kind.role)
    }
    return "  → " + targets.joined(separator: ", ")
  }

  /// The lines, each after the connectors of the tree.
  private var drawn: String {
    var text: [String] = []
    // For each depth, whether a later line of the same parent follows; found from the end.
    var continues: [Bool] = []
    for line in lines.reversed() {
      while continues.count <= line.depth { continues.append(false) }
      continues.removeLast(continues.count - line.depth - 1)
      var prefix = ""
      if line.depth > 0 {
        prefix = continues[1..<line.depth].map { $0 ? "│  " : "   " }.joined()
        prefix += continues[line.depth] ? "├─ " : "└─ "
      }
      continues[line.depth] = true
      text.append(prefix + line.text + "\n")
    }
    return text.reversed().joined()
  }
}

/// What precedes the label of a visited node or row.
let visitedMark = "✓ "

extension AppGraph.Node.Kind {
  fileprivate var role: TextRole? {
    switch self {
    case .coordinator: .coordinator
    case .screen: .screen
    case .gate: .gateClosed
    case .route, .end: nil
    }
  }
}
