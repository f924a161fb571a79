import Diagnostics
import FileAccess
import TestSupport
import Testing

@testable import Analysis
@testable import signalbox

/// How `signalbox graph` writes a graph.
struct GraphTests {
  private typealias Node = AppGraph.Node

  /// A cluster with two screens, an edge from a row, and one with a dash.
  private static func graph(label: String = "Home", isVisited: Bool = false) -> AppGraph {
    var graph = AppGraph()
    graph.clusters = [AppGraph.Cluster(label: "main", note: "stack")]
    graph.nodes = [
      Node(
        kind: .screen, label: label, note: label,
        rows: [
          AppGraph.Row(label: "films", isVisited: isVisited),
          AppGraph.Row(label: "close", note: "back"),
        ], cluster: 0, isVisited: isVisited),
      Node(kind: .route, label: "/end", cluster: 0),
      Node(kind: .end, label: "the browser", isTarget: true),
    ]
    graph.edges = [
      AppGraph.Edge(kind: .opens, from: 0, row: 0, to: 2, isVisited: isVisited),
      AppGraph.Edge(kind: .redirects, from: 1, to: 2),
    ]
    return graph
  }

  @Test func `text is an indented list`() {
    #expect(
      GraphText.text(of: Self.graph(isVisited: true), .init()) == """
        main  stack
        ├─ ✓ Home  Home
        │  ├─ ✓ films  → the browser
        │  └─ close  back
        └─ /end  → the browser

        """)
  }

  @Test func `a coordinator's children come after its screens`() {
    var graph = AppGraph()
    graph.nodes = ["a", "b", "c", "d"].map {
      Node(kind: .coordinator, label: $0, rows: [AppGraph.Row(label: "S" + $0)])
    }
    graph.edges = [(0, 1), (1, 2), (0, 3)].map { AppGraph.Edge(kind: .child, from: $0, to: $1) }
    #expect(
      GraphText.text(of: graph, .init()) == """
        a
        ├─ Sa
        ├─ b
        │  ├─ Sb
        │  └─ c
        │     └─ Sc
        └─ d
           └─ Sd

        """)
  }

  @Test func `a node of Mermaid has the rows without an edge, and visits a class`() {
    #expect(
      GraphMermaid.text(of: Self.graph()) == """
        flowchart LR
          subgraph c0["main\u{A0}(stack)"]
            n0("Home<br/>(Home)<br/>close (back)")
            n1["/end"]
          end
          n2(["the browser"])
          n0 -->|"films"| n2
          n1 -.-> n2

        """)
    #expect(
      GraphMermaid.text(of: Self.graph(isVisited: true)).hasSuffix(
        """
          n0 -->|"✓ films"| n2
          n1 -.-> n2
          classDef visited fill:#cdebd0,stroke:#2e7d32,color:#000
          class n0 visited
          linkStyle 0 stroke:#2e7d32,stroke-width:2px

        """))
  }

  @Test func `a node of DOT is a table at whose rows edges begin`() {
    let text = GraphDOT.text(of: Self.graph(isVisited: true))
    let lines = text.split(separator: "\n").filter { $0.contains("n0") || $0.contains("n1") }
    #expect(
      lines == [
        """
            n0 [class="screen cluster_0", label=<<table border="1" cellborder="0" \
        cellspacing="0" cellpadding="3" color="#2e7d32" bgcolor="#ffffff"><tr><td align="left" port="top" bgcolor="#cdebd0">\
        ✓ <b>Home</b><font point-size="9" color="#555b66">\u{A0}Home</font></td></tr>\
        <tr><td align="left" port="r0" bgcolor="#cdebd0">✓ films</td></tr>\
        <tr><td align="left" port="r1">close<font point-size="9" color="#555b66">\u{A0}back</font>\
        </td></tr></table>>]
        """,
        """
            n1 [class="route cluster_0", label=<<table border="1" cellborder="0" \
        cellspacing="0" cellpadding="3" color="#8a8f98" bgcolor="#f4f1ea"><tr><td align="left" port="top"><b>/end</b></td></tr>\
        </table>>]
        """,
        "  n0:r0:e -> n2:top:w [color=\"#2e7d32\", penwidth=1.6]",
        "  n1:top:e -> n2:top:w [style=dashed]",
      ])
  }

  /// Labels, and how each format writes them.
  static let labels: [(label: String, mermaid: String, html: String)] = [
    ("say \"hi\"", "say #34;hi#34;", "say &quot;hi&quot;"),
    ("a[b]{c}|d", "a#91;b#93;#123;c#125;#124;d", "a[b]{c}|d"),
    (#"\N\l\"#, "#92;N#92;l#92;", #"\\N\\l\\"#),
    ("영화", "영화", "영화"), ("مرحبا", "مرحبا", "مرحبا"), ("end", "end", "end"),
    ("<b>&amp;</b>", "#60;b#62;#38;amp#59;#60;/b#62;", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    ("a\nb\u{1B}", "a#92;u#123;a#125;b#92;u#123;1b#125;", #"a\\u{a}b\\u{1b}"#),
    ("\u{202E}x", "#92;u#123;202e#125;x", #"\\u{202e}x"#),
    ("style x:#35;", "style x#58;#35;35#59;", "style x:#35;"),
    ("`1. x`", "#96;1#46; x#96;", "`1. x`"), ("%%", "#37;#37;", "%%"),
  ]

  @Test(arguments: labels)
  func `labels are escaped for every format`(row: (label: String, mermaid: String, html: String))
    throws
  {
    let graph = Self.graph(label: row.label)
    #expect(GraphMermaid.text(of: graph).contains("n0(\"\(row.mermaid)<br/>(\(row.mermaid))<br/>"))
    #expect(GraphDOT.text(of: graph).contains("<b>\(row.html)</b>"))
    let folder = try TemporaryFolder()
    try folder.file("graph.dot", GraphDOT.text(of: graph))
    // The second text in bold, after the title of the cluster.
    let text = try ShellSession.output(
      of: """
        dot -Tcanon graph.dot > /dev/null && dot -Tsvg graph.dot > graph.svg && python3 -c '
        import xml.etree.ElementTree as tree
        texts = tree.parse("graph.svg").iter("{http://www.w3.org/2000/svg}text")
        open("label", "w").write([t.text for t in texts if t.get("font-weight") == "bold"][1])'
        """, in: folder)
    #expect(text == "exit 0\n")
    #expect(try folder.text(of: "label") == escaped(row.label))
  }

  @Test func `a long label is shortened in pictures, not in text`() {
    let label = String(repeating: "x", count: 100)
    let graph = Self.graph(label: label)
    let short = String(repeating: "x", count: 80) + "…"
    #expect(GraphMermaid.text(of: graph).contains("\"\(short)<br/>"))
    #expect(GraphDOT.text(of: graph).contains("<b>\(short)</b>"))
    #expect(GraphText.text(of: graph, .init()).contains("├─ \(label)  \(label)\n"))
  }
}
