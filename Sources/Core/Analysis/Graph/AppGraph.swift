/// A picture of an app: nodes, some of them in clusters, and edges between them.
///
///     AppGraph(.tree, of: definition)
///
/// The same definition gives the same graph, whatever the order of its files. Texts are as the
/// definition has them; the writers of graphs escape them.
public struct AppGraph: Sendable, Hashable {
  /// What a picture shows.
  public enum Subject: String, Sendable, CaseIterable {
    /// Coordinators with their children and their screens.
    case tree
    /// Screens, and where their taps lead.
    case taps
    /// Patterns, and the screens that they open.
    case routes
    /// Gates, what they guard, and what opens them.
    case gates
  }

  /// A box of the picture; its index in `nodes` is its id.
  public struct Node: Sendable, Hashable {
    /// The kind of part that a node represents.
    public enum Kind: String, Sendable, CaseIterable {
      case coordinator, screen, route, gate
      /// A link ends here without a screen.
      case end
    }

    /// The kind of part that it represents.
    public let kind: Kind
    /// Its name.
    public let label: String
    /// Its properties, such as `stack, gate login`; empty if there are none.
    public var note = ""
    /// The lines below the name.
    public var rows: [Row] = []
    /// The index of its cluster; `nil` if it is in none.
    public var cluster: Int?
    /// Whether it is only where edges end; a list shows it there.
    public var isTarget = false
    /// Whether the scripts visited it.
    public var isVisited = false
  }

  /// A line of a node: a screen of a coordinator, or a tap of a screen.
  public struct Row: Sendable, Hashable {
    /// Its name.
    public let label: String
    /// What it does, if no edge says so; empty if one does.
    public var note = ""
    /// Whether the scripts visited it.
    public var isVisited = false
  }

  /// An arrow of the picture.
  public struct Edge: Sendable, Hashable {
    /// What an edge means.
    public enum Kind: String, Sendable, CaseIterable {
      /// From a coordinator to its child.
      case child
      /// From a tap or a pattern to the screen that it opens.
      case opens
      /// From a redirect to the screen at its end.
      case redirects
      /// From a gate to what requires it.
      case guards
      /// From a gate to the screen that can satisfy it.
      case challenge
      /// From a tap to the gate that it opens.
      case satisfies
    }

    /// What it means.
    public let kind: Kind
    /// The index of the node at its beginning.
    public let from: Int
    /// The index of the row in that node; `nil` if it begins at the node itself.
    public var row: Int?
    /// The index of the node at its end.
    public let to: Int
    /// Whether the scripts followed it.
    public var isVisited = false
  }

  /// A frame around nodes: those of the same coordinators.
  public struct Cluster: Sendable, Hashable {
    /// The names of the coordinators.
    public let label: String
    /// Its properties, such as `stack, gate login`; empty if there are none.
    public let note: String
  }

  /// The nodes.
  public internal(set) var nodes: [Node] = []
  /// The edges, in the order of the nodes and rows they start from.
  public internal(set) var edges: [Edge] = []
  /// The clusters; each has nodes.
  public internal(set) var clusters: [Cluster] = []

  /// The edges by the index of the node they start from.
  public var edgesByNode: [Int: [Edge]] { Dictionary(grouping: edges, by: { $0.from }) }
}
