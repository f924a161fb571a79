import Analysis
import Commands
import Diagnostics

/// A graph in Graphviz's language. A node is a table with a line for its label and one per row.
/// Edges begin at rows, so that they need no labels. The class of a node, which SVG keeps, is its
/// kind and its cluster: `screen cluster_0`.
/// - SeeAlso: graphviz.org/doc/info/lang.html and graphviz.org/doc/info/shapes.html#html
struct GraphDOT {
  private let graph: AppGraph

  /// Returns the text of a file for `dot`.
  static func text(of graph: AppGraph) -> String {
    let writer = GraphDOT(graph: graph)
    var text = """
      digraph signalbox {
        graph [rankdir=LR, ranksep=0.7, nodesep=0.12, fontname="\(font)", fontsize=10]
        node [shape=plain, fontname="\(font)", fontsize=10]
        edge [color="\(lineColor)", arrowsize=0.6]

      """
    for (index, cluster) in graph.clusters.enumerated() {
      text += """
          subgraph cluster_\(index) {
            graph [style="rounded", color="\(lineColor)", bgcolor="#fafafa", labeljust=l]
            label=<\(writer.heading(cluster.label, cluster.note))>

        """
      for node in graph.nodes.indices where graph.nodes[node].cluster == index {
        text += "  " + writer.line(of: node)
      }
      text += "  }\n"
    }
    for node in graph.nodes.indices where graph.nodes[node].cluster == nil {
      text += writer.line(of: node)
    }
    return text + graph.edges.map(writer.line).joined() + "}\n"
  }

  /// A label in bold with its note.
  private func heading(_ label: String, _ note: String) -> String {
    let name = "<b>\(pictureText(label, escapedForDOT))</b>"
    return note.isEmpty ? name : name + small(note)
  }

  /// A note, after a space that does not break.
  private func small(_ note: String) -> String {
    let text = "\u{A0}" + pictureText(note, escapedForDOT)
    return "<font point-size=\"9\" color=\"\(noteColor)\">\(text)</font>"
  }

  private func line(of index: Int) -> String {
    let node = graph.nodes[index]
    let mark = node.isVisited ? visitedMark : ""
    var cells = [cell(mark + heading(node.label, node.note), isVisited: node.isVisited)]
    for (row, content) in node.rows.enumerated() {
      var text = pictureText(content.label, escapedForDOT)
      if content.isVisited { text = visitedMark + text }
      if !content.note.isEmpty { text += small(content.note) }
      cells.append(cell(text, port: row, isVisited: content.isVisited))
    }
    let color = node.isVisited ? visitedLineColor : lineColor
    let table =
      "border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"3\""
      + " color=\"\(color)\" bgcolor=\"\(node.kind.color)\""
    let classes = node.kind.rawValue + (node.cluster.map { " cluster_\($0)" } ?? "")
    return "  n\(index) [class=\"\(classes)\", label=<<table \(table)>\(cells.joined())</table>>]\n"
  }

  private func cell(_ text: String, port: Int? = nil, isVisited: Bool) -> String {
    let name = port.map { " port=\"r\($0)\"" } ?? " port=\"top\""
    let color = isVisited ? " bgcolor=\"\(visitedColor)\"" : ""
    return "<tr><td align=\"left\"\(name)\(color)>\(text)</td></tr>"
  }

  private func line(of edge: AppGraph.Edge) -> String {
    let port = edge.row.map { "r\($0)" } ?? "top"
    var attributes: [String] = []
    if edge.kind.isDashed { attributes.append("style=dashed") }
    if edge.isVisited { attributes += ["color=\"\(visitedLineColor)\"", "penwidth=1.6"] }
    // Reversed, so that gates come first, and the edge does not lead around its screen.
    if edge.kind == .satisfies { attributes.append("dir=back") }
    let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
    let (from, to) = ("n\(edge.from):\(port)", "n\(edge.to):top")
    return edge.kind == .satisfies
      ? "  \(to):e -> \(from):w\(list)\n" : "  \(from):e -> \(to):w\(list)\n"
  }
}

/// A text of the app as the label of a picture: without control characters, not longer than a
/// picture can show, and escaped for its format.
func pictureText(_ text: String, _ escape: (String) -> String) -> String {
  escape(shortened(escaped(text)))
}

/// Text of a table in DOT, where `\N` would be the name of the node.
private func escapedForDOT(_ text: String) -> String {
  xmlEscaped(text).replacing("\\", with: "\\\\")
}

extension AppGraph.Edge.Kind {
  var isDashed: Bool { self == .redirects || self == .challenge }
}

extension AppGraph.Node.Kind {
  var color: String {
    switch self {
    case .coordinator: "#e8eef9"
    case .screen: "#ffffff"
    case .route: "#f4f1ea"
    case .gate: "#fdf0d0"
    case .end: "#eeeeee"
    }
  }
}

let visitedColor = "#cdebd0"
/// The lines of visited nodes.
let visitedLineColor = "#2e7d32"
private let lineColor = "#8a8f98"
private let noteColor = "#555b66"
/// All its letters are equally wide, so that text that another font draws fits into its box too.
private let font = "monospace"
