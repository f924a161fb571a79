import Links
import Navigation

extension StoredState {
  /// Whether unsaved work blocks a link that the user has agreed to open.
  fileprivate var blockedLinkHasConsent: Bool {
    if case .open(_, let source) = pendingLeave { source.hasConsent } else { false }
  }
}

extension StoredState {
  /// Whether it has anything that only gates which lapse need.
  fileprivate var hasLapses: Bool {
    backgroundMilliseconds != nil || deferred.contains { $0.place != nil }
      || openGates.contains { $0.openedMilliseconds != nil }
  }
}

/// Encodes a state; `SnapshotReader` documents the format.
struct SnapshotWriter: ~Copyable {
  private var bytes: [UInt8] = []
  private var texts: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt64] = [:]
  private let version: UInt8

  private init(version: UInt8) { self.version = version }

  static func bytes(of state: StoredState, position: Int, isCold: Bool) -> [UInt8] {
    let isPlain =
      state.request == nil && !state.blockedLinkHasConsent
      && (state.queue + state.deferred).allSatisfy {
        $0.source == .outside || $0.source == .inside
      }
    let version =
      state.hasLapses
      ? SnapshotReader.version
      : isPlain ? SnapshotReader.plainVersion : SnapshotReader.sourcesVersion
    var writer = SnapshotWriter(version: version)
    writer.add(UInt64(max(0, position)))
    writer.add(isCold)
    writer.add(state)
    var head = SnapshotWriter(version: version)
    head.bytes.append(version)
    head.add(UInt64(writer.texts.count))
    for text in writer.texts {
      head.add(UInt64(text.count))
      head.bytes += text
    }
    return head.bytes + writer.bytes
  }

  private mutating func add(_ state: StoredState) {
    add(UInt64(max(0, state.nowMilliseconds)))
    add(state.isReady)
    add(state.nextEntry)
    add(state.nextSequence)
    addAll(state.openGates) { writer, gate in
      writer.add(gate.name)
      writer.add(gate.subject)
    }
    addAll(state.queue) { $0.add($1) }
    addAll(state.deferred) { writer, link in
      writer.add(link)
      writer.add(link.starter)
    }
    add(state.tree)
    add(state.pendingLeave.map { $0.command(nowMilliseconds: state.nowMilliseconds) })
    if state.pendingLeave != nil { add(state.pendingGate) }
    guard version > SnapshotReader.plainVersion else { return }
    add(state.blockedLinkHasConsent)
    add(state.request != nil)
    if let request = state.request {
      add(request.link)
      add(request.source)
      add(request.screen)
    }
    guard version > SnapshotReader.sourcesVersion else { return }
    add(state.backgroundMilliseconds.map { UInt64(max(0, $0)) })
    for gate in state.openGates { add(gate.openedMilliseconds.map { UInt64(max(0, $0)) }) }
    for link in state.deferred {
      add(link.place != nil)
      if let place = link.place { add(place) }
    }
  }

  private mutating func add(_ tree: StoredState.Tree) {
    addAll(tree.selections) { writer, selection in
      writer.add(selection.coordinator)
      writer.add(selection.child)
    }
    addAll(tree.earlierTabs) { $0.add($1) }
    addAll(tree.stacks) { $0.add($1) }
    addAll(tree.layers) { writer, layer in
      writer.add(layer.kind.rawValue)
      writer.add(layer.starter)
      writer.add(layer.stack)
    }
  }

  private mutating func add(_ source: LinkSource) {
    add(source.name)
    add(source.signature.rawValue)
    add(source.hasConsent)
  }

  private mutating func add(_ link: StoredState.WaitingLink) {
    add(link.gate)
    add(link.link)
    if version > SnapshotReader.plainVersion {
      add(link.source)
    } else {
      add(link.source == .outside)
    }
    add(link.subject)
    add(UInt64(max(0, link.expiresMilliseconds)))
  }

  // Neither this nor what adds texts and numbers is inlined: copies in copies of loops took the
  // optimizer 16 s.
  @inline(never)
  private mutating func add(_ stack: StoredState.Stack) {
    add(stack.coordinator)
    add(stack.kind.rawValue)
    addAll(stack.screens) { writer, screen in
      writer.add(screen.id)
      writer.add(screen.plugin)
      writer.add(screen.pattern)
      writer.add(screen.screen)
      writer.add(UInt64(screen.ordinal))
      writer.addAll(screen.values) { writer, value in
        writer.add(value.name)
        writer.add(value.text)
      }
      writer.addAll(screen.query) { writer, item in
        writer.add(item.name)
        writer.add(item.value)
      }
      writer.add(screen.isDirty)
      writer.add(screen.result)
      if screen.result != nil { writer.add(screen.resultNumber) }
    }
  }

  private mutating func addAll<Element>(
    _ elements: [Element], _ body: (inout SnapshotWriter, Element) -> Void
  ) {
    add(UInt64(elements.count))
    for element in elements { body(&self, element) }
  }

  private mutating func add(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  @inline(never)
  private mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func add(_ number: UInt64?) {
    add(number.map { $0 &+ 1 } ?? 0 as UInt64)
  }

  @inline(never)
  private mutating func add(_ text: String?) {
    guard let text else { return add(0 as UInt64) }
    let bytes = Array(text.utf8)
    if let number = numbers[bytes] { return add(number) }
    texts.append(bytes)
    numbers[bytes] = UInt64(texts.count)
    add(UInt64(texts.count))
  }
}
