package import Diagnostics
import Links
public import Navigation

/// Encodes and decodes states with their places in the history of a session, under one definition.
///
/// A snapshot refers to coordinators, gates, screens, routes (by plugin, pattern and screen) and
/// parameters by name, so that it can be restored under a different definition.
public struct SnapshotCodec: Sendable {
  /// The definition of the states.
  public var definition: AppDefinition { names.definition }

  private let names: RouteNames

  /// Creates a codec. Takes time linear in the number of routes, so keep it.
  public init(_ definition: AppDefinition) {
    names = RouteNames(definition)
  }

  /// Encodes a state of this definition.
  ///
  /// - Parameters:
  ///   - position: The number of events that led to it.
  ///   - isCold: Whether its session began before the app was ready.
  package func bytes(of state: NavigationState, position: Int = 0, isCold: Bool = false) -> [UInt8]
  {
    SnapshotWriter.bytes(of: state.stored(by: names), position: position, isCold: isCold)
  }

  /// Decodes a state. Every gate is checked as in a reload (docs/navigation.md, "Reloading").
  ///
  /// - Parameter isSame: Whether the snapshot was taken under this very definition; the state is
  ///   then identical, byte for byte.
  /// - Returns: What was encoded, and the transitions that the migration caused: none under the
  ///   same definition.
  /// - Throws: A diagnostic if the bytes are not a snapshot or describe a state that cannot exist.
  package func state(
    from bytes: [UInt8], isSame: Bool
  ) throws(Diagnostic) -> (
    state: NavigationState, position: Int, isCold: Bool, transitions: [Transition]
  ) {
    guard let read = SnapshotReader.read(bytes),
      let restored = NavigationState.restored(read.state, by: names, isSame: isSame)
    else { throw .unreadableSnapshot }
    return (restored.state, read.position, read.isCold, restored.transitions)
  }
}

extension Diagnostic {
  /// The bytes are not a snapshot, or describe a state that cannot exist.
  package static let unreadableSnapshot = restoring("the snapshot of the session cannot be read")

  /// Why a session cannot be restored.
  package static func restoring(_ fault: String) -> Self {
    Diagnostic(
      .sessionRestore, fault,
      advice: "Use the program that wrote the journal, or export the recorded events with "
        + "'signalbox journal export' and give the session up.")
  }
}

/// Decodes a state; anything that `SnapshotWriter` would not write is refused.
///
///     snapshot  = version, texts, position, isCold, state
///     texts     = count, (count, bytes)…            every distinct text once
///     number    = 7 bits per byte, least significant first; the high bit means more follow; an
///                 optional one is 0 for none, otherwise one more
///     flag      = one byte, 0 or 1
///     text      = number: 0 for none, otherwise a 1-based index into texts
///     list      = count, elements
///     state     = now, isReady, next entry, next sequence, open gates, queue, deferred links,
///                 selections, earlier tabs, stacks, layers, the event that unsaved work blocked
///                 (a command) and, if there is one, the gate that its link waited for (a text)
///     screen    = number, route, ordinal, values, query, isDirty, result, result number if there
///                 is a result
///
/// Version 1 lacks the gate that a blocked link waited for, version 2 the starters of the deferred
/// links, version 3 the earlier tabs; all are still read. In version 4 a link's source is a flag,
/// set for links from outside; version 5, which is written only if that says too little, has the
/// source's name, its signature and whether the user has agreed instead, and after the blocked
/// event whether its link has consent, a flag, and the link that a screen asks about: a flag, and
/// if set the link, its source and the screen's number. Version 6, which is written only for what
/// gates that lapse need, has after that the time at which the app left the foreground (an optional
/// number), the same of each open gate for when it was opened, and for each deferred link a flag
/// and, if set, its place: selections, earlier tabs, stacks, layers.
struct SnapshotReader: ~Copyable {
  /// The version of states whose links come from inside or outside, of those with other sources,
  /// and of those with gates that lapse.
  static let (plainVersion, sourcesVersion, version): (UInt8, UInt8, UInt8) = (4, 5, 6)

  private let bytes: [UInt8]
  private var place = 0
  private var texts: [String] = []

  /// Decodes a snapshot; `nil` if the bytes are not one.
  static func read(
    _ bytes: [UInt8]
  ) -> (state: StoredState, position: Int, isCold: Bool)? {
    var reader = SnapshotReader(bytes: bytes)
    do throws(Unreadable) {
      let version = try reader.byte()
      guard (1...Self.version).contains(version) else { return nil }
      for _ in 0..<(try reader.count()) { reader.texts.append(try reader.bareText()) }
      guard let position = Int(exactly: try reader.number()) else { return nil }
      let isCold = try reader.flag()
      let state = try reader.state(version: version)
      guard reader.place == bytes.count, position < positionMax else { return nil }
      return (state, position, isCold)
    } catch {
      return nil
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private struct Unreadable: Error {}

  private mutating func state(version: UInt8) throws(Unreadable) -> StoredState {
    var state = StoredState()
    state.nowMilliseconds = try time()
    state.isReady = try flag()
    state.nextEntry = try number()
    state.nextSequence = try number()
    state.openGates = try list { reader throws(Unreadable) in
      (name: try reader.text(), subject: try reader.optionalText(), openedMilliseconds: nil)
    }
    state.queue = try list { reader throws(Unreadable) in
      try reader.waitingLink(version: version)
    }
    state.deferred = try list { reader throws(Unreadable) in
      var link = try reader.waitingLink(version: version)
      if version > 2 { link.starter = try reader.optionalNumber() }
      return link
    }
    state.tree = try tree(version: version)
    if let command = try optionalText() {
      guard let event = try? Event(command: command, nowMilliseconds: state.nowMilliseconds) else {
        throw Unreadable()
      }
      state.pendingLeave = event
      if version > 1 { state.pendingGate = try optionalText() }
    }
    guard version > Self.plainVersion else { return state }
    if try flag() {
      guard case .open(let link, let source) = state.pendingLeave else { throw Unreadable() }
      state.pendingLeave = .open(link, from: source.withConsent)
    }
    if try flag() {
      state.request = ConsentRequest(
        link: try text(), source: try source(version: version), screen: try number())
    }
    guard version > Self.sourcesVersion else { return state }
    state.backgroundMilliseconds = try optionalTime()
    for index in state.openGates.indices {
      state.openGates[index].openedMilliseconds = try optionalTime()
    }
    for index in state.deferred.indices where try flag() {
      state.deferred[index].place = try tree(version: version)
    }
    return state
  }

  private mutating func tree(version: UInt8) throws(Unreadable) -> StoredState.Tree {
    var tree = StoredState.Tree()
    tree.selections = try list { reader throws(Unreadable) in
      (coordinator: try reader.text(), child: try reader.text())
    }
    if version > 3 {
      tree.earlierTabs = try list { reader throws(Unreadable) in try reader.text() }
    }
    tree.stacks = try list { reader throws(Unreadable) in try reader.stack() }
    tree.layers = try list { reader throws(Unreadable) in
      guard let kind = Layer.Kind(rawValue: try reader.text()) else { throw Unreadable() }
      let starter = try reader.optionalNumber()
      return StoredState.Layer(kind: kind, stack: try reader.stack(), starter: starter)
    }
    return tree
  }

  private mutating func waitingLink(
    version: UInt8
  ) throws(Unreadable) -> StoredState.WaitingLink {
    StoredState.WaitingLink(
      gate: try text(), link: try text(), source: try source(version: version), starter: nil,
      subject: try optionalText(), expiresMilliseconds: try time())
  }

  private mutating func source(version: UInt8) throws(Unreadable) -> LinkSource {
    guard version > Self.plainVersion else { return try flag() ? .outside : .inside }
    let name = try text()
    guard let signature = LinkSource.Signature(rawValue: try text()) else { throw Unreadable() }
    let source = LinkSource(name, signature: signature)
    return try flag() ? source.withConsent : source
  }

  private mutating func stack() throws(Unreadable) -> StoredState.Stack {
    let coordinator = try text()
    guard let kind = CoordinatorKind(rawValue: try text()) else { throw Unreadable() }
    let screens = try list { reader throws(Unreadable) in try reader.screen() }
    return StoredState.Stack(coordinator: coordinator, kind: kind, screens: screens)
  }

  private mutating func screen() throws(Unreadable) -> StoredState.Screen {
    let id = try number()
    let route = (plugin: try text(), pattern: try text(), screen: try text())
    let ordinal = Int(clamping: try number())
    let values = try list { reader throws(Unreadable) in
      (name: try reader.text(), text: try reader.optionalText())
    }
    let query = try list { reader throws(Unreadable) in
      QueryItem(name: try reader.text(), value: try reader.text())
    }
    let isDirty = try flag()
    let result = try optionalText()
    return StoredState.Screen(
      id: id, route: route, ordinal: ordinal, values: values,
      rest: (query, isDirty, result, result == nil ? 0 : try number()))
  }

  private mutating func list<Element>(
    _ element: (inout SnapshotReader) throws(Unreadable) -> Element
  ) throws(Unreadable) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<(try count()) { elements.append(try element(&self)) }
    return elements
  }

  /// The number of elements that follow; each takes at least one byte.
  private mutating func count() throws(Unreadable) -> Int {
    let number = try number()
    guard number <= UInt64(bytes.count - place) else { throw Unreadable() }
    return Int(number)
  }

  private mutating func time() throws(Unreadable) -> Int64 {
    guard let time = Int64(exactly: try number()) else { throw Unreadable() }
    return time
  }

  private mutating func optionalTime() throws(Unreadable) -> Int64? {
    guard let number = try optionalNumber() else { return nil }
    guard let time = Int64(exactly: number) else { throw Unreadable() }
    return time
  }

  private mutating func text() throws(Unreadable) -> String {
    guard let text = try optionalText() else { throw Unreadable() }
    return text
  }

  private mutating func optionalText() throws(Unreadable) -> String? {
    let number = try number()
    if number == 0 { return nil }
    guard number <= UInt64(texts.count) else { throw Unreadable() }
    return texts[Int(number) - 1]
  }

  private mutating func bareText() throws(Unreadable) -> String {
    let count = try count()
    let end = place + count
    guard let text = String(validating: bytes[place..<end], as: UTF8.self) else {
      throw Unreadable()
    }
    place = end
    return text
  }

  private mutating func flag() throws(Unreadable) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw Unreadable()
    }
  }

  private mutating func optionalNumber() throws(Unreadable) -> UInt64? {
    let number = try number()
    return number == 0 ? nil : number - 1
  }

  private mutating func number() throws(Unreadable) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 63 || (shift == 63 && byte <= 1) else { throw Unreadable() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
  }

  private mutating func byte() throws(Unreadable) -> UInt8 {
    guard place < bytes.count else { throw Unreadable() }
    defer { place += 1 }
    return bytes[place]
  }
}

/// Larger positions are rejected, which leaves room to count on.
private let positionMax = 1 << 60
