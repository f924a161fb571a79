// Apple's reference documents the public declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct TabView<Selection: Hashable, Tabs: View>: PrimitiveView {
  let selection: Binding<Selection>
  let tabs: Tabs

  public init(selection: Binding<Selection>, @ViewBuilder content: () -> Tabs) {
    (self.selection, tabs) = (selection, content())
  }

  func content(of node: Node) -> [Content] {
    let memory = node.memory as? TabMemory ?? TabMemory(node)
    node.memory = memory
    memory.write = { if let value = $0.base as? Selection { selection.wrappedValue = value } }
    let wanted = AnyHashable(selection.wrappedValue)
    if memory.loaded.isEmpty || !node.scene.ignoresSelections { memory.selected = wanted }
    let elements = (tabs as? any ViewList)?.elements.map { $0.view } ?? [tabs]
    memory.tags = elements.compactMap { ($0 as? any Tagged)?.tag }
    if !memory.tags.contains(memory.selected) {
      node.scene.refuse(.noSuchTab, "\(memory.selected)")
    }
    memory.loaded.insert(memory.selected)
    return elements.flatMap { view -> [Content] in
      guard let tagged = view as? any Tagged else { return [] }
      let label = tagged.label.map {
        Content(key: TabLabelKey(tag: tagged.tag), view: $0, environment: node.environment)
      }
      guard memory.loaded.contains(tagged.tag) else { return label.map { [$0] } ?? [] }
      let tab = Content(key: tagged.tag, view: view, environment: node.environment)
      return [tab] + (label.map { [$0] } ?? [])
    }
  }

  func shows(_ key: AnyHashable, of node: Node) -> Bool {
    key.base is TabLabelKey || (node.memory as? TabMemory)?.selected == key
  }
}

struct TabLabelKey: Hashable {
  let tag: AnyHashable
}

/// What UIKit shows of tabs. A tab is made when it is first selected, and then kept.
@MainActor
final class TabMemory {
  unowned let node: Node
  var selected: AnyHashable = 0
  var tags: [AnyHashable] = []
  var loaded: Set<AnyHashable> = []
  var write: (AnyHashable) -> Void = { _ in }

  init(_ node: Node) {
    self.node = node
  }

  /// The user taps a tab.
  func tap(_ index: Int) {
    guard tags.indices.contains(index) else { return }
    selected = tags[index]
    node.scene.writeInUpdate(isUsers: true) { write(selected) }
    node.invalidate()
  }
}

@MainActor
protocol Tagged {
  var tag: AnyHashable { get }
  var label: (any View)? { get }
}

extension TagView: Tagged {
  var label: (any View)? { (base as? any Labelled)?.label }
}

@MainActor
protocol Labelled {
  var label: any View { get }
}

extension TabItemView: Labelled {
  var label: any View { item }
}
