import Analysis

/// A graph in Mermaid's language, which GitHub draws in a fenced block of a page or a comment.
/// - SeeAlso: mermaid.js.org/syntax/flowchart.html
struct GraphMermaid {
  private let graph: AppGraph
  private let edges: [Int: [AppGraph.Edge]]

  /// Returns the text of a block.
  static func text(of graph: AppGraph) -> String {
    let writer = GraphMermaid(graph: graph, edges: graph.edgesByNode)
    var text = "flowchart LR\n"
    for (index, cluster) in graph.clusters.enumerated() {
      // On one line: Mermaid draws a second one over the nodes.
      let label = writer.heading(cluster.label, cluster.note, breakingBy: " ")
        .map { $0 == " " ? "\u{A0}" : String($0) }.joined()
      text += "  subgraph c\(index)[\"\(label)\"]\n"
      for node in graph.nodes.indices where graph.nodes[node].cluster == index {
        text += "  " + writer.line(of: node)
      }
      text += "  end\n"
    }
    for node in graph.nodes.indices where graph.nodes[node].cluster == nil {
      text += writer.line(of: node)
    }
    text += graph.edges.map(writer.line).joined()
    return text + writer.styles
  }

  private func heading(
    _ label: String, _ note: String, breakingBy separator: String = "<br/>"
  ) -> String {
    let name = pictureText(label, escapedForMermaid)
    return note.isEmpty ? name : "\(name)\(separator)(\(pictureText(note, escapedForMermaid)))"
  }

  /// A node with the rows where no edge begins.
  private func line(of index: Int) -> String {
    let node = graph.nodes[index]
    let labelled = Set(edges[index, default: []].compactMap(\.row))
    var label = (node.isVisited ? visitedMark : "") + heading(node.label, node.note)
    for (row, content) in node.rows.enumerated() where !labelled.contains(row) {
      label += "<br/>" + text(of: content)
    }
    let (left, right) = node.kind.brackets
    return "  n\(index)\(left)\"\(label)\"\(right)\n"
  }

  private func text(of row: AppGraph.Row) -> String {
    let label = (row.isVisited ? visitedMark : "") + pictureText(row.label, escapedForMermaid)
    return row.note.isEmpty ? label : "\(label) (\(pictureText(row.note, escapedForMermaid)))"
  }

  private func line(of edge: AppGraph.Edge) -> String {
    let arrow = edge.kind.isDashed ? "-.->" : "-->"
    let label = edge.row.map { "|\"\(text(of: graph.nodes[edge.from].rows[$0]))\"|" } ?? ""
    return "  n\(edge.from) \(arrow)\(label) n\(edge.to)\n"
  }

  private var styles: String {
    let nodes = graph.nodes.indices.filter { graph.nodes[$0].isVisited }
    let edges = graph.edges.indices.filter { graph.edges[$0].isVisited }
    var text = ""
    if !nodes.isEmpty {
      text += "  classDef visited fill:\(visitedColor),stroke:\(visitedLineColor),color:#000\n"
      text += "  class \(nodes.map { "n\($0)" }.joined(separator: ",")) visited\n"
    }
    if !edges.isEmpty {
      let list = edges.map(String.init).joined(separator: ",")
      text += "  linkStyle \(list) stroke:\(visitedLineColor),stroke-width:2px\n"
    }
    return text
  }
}

/// Text between quotation marks in Mermaid: letters, digits, spaces and what is not ASCII as they
/// are, and everything else as `#code;`, since it can be HTML, Markdown or an entity.
private func escapedForMermaid(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    let isPlain =
      !scalar.isASCII || scalar.properties.isAlphabetic || " /,()=?".unicodeScalars.contains(scalar)
      || ("0"..."9").contains(scalar)
    return isPlain ? String(scalar) : "#\(scalar.value);"
  }.joined()
}

extension AppGraph.Node.Kind {
  /// What encloses a label in Mermaid, which decides the shape.
  fileprivate var brackets: (String, String) {
    switch self {
    case .coordinator: ("[[", "]]")
    case .screen: ("(", ")")
    case .route: ("[", "]")
    case .gate: ("{{", "}}")
    case .end: ("([", "])")
    }
  }
}
