import Links
import Navigation

/// Decodes a session's state; anything that `SnapshotWriter` would not write is refused.
///
///     snapshot  = version, texts, position, isCold, state
///     texts     = count, (count, bytes)…            every distinct text once
///     number    = 7 bits per byte, least significant first; the high bit means more follow
///     flag      = one byte, 0 or 1
///     text      = number: 0 for none, otherwise a 1-based index into texts
///     list      = count, elements
///     state     = now, isReady, next entry, next sequence, open gates, queue, deferred links,
///                 selections, stacks, layers, the event that unsaved work blocked (a command)
///     screen    = number, route, ordinal, values, query, isDirty, result, result number if there
///                 is a result
struct SnapshotReader {
  static let version: UInt8 = 1

  private let bytes: [UInt8]
  private var place = 0
  private var texts: [String] = []

  /// Decodes a snapshot; `nil` if the bytes are not one.
  static func read(
    _ bytes: [UInt8]
  ) -> (state: StoredState, position: Int, isCold: Bool)? {
    var reader = SnapshotReader(bytes: bytes)
    do throws(Unreadable) {
      guard try reader.byte() == version else { return nil }
      for _ in 0..<(try reader.count()) { reader.texts.append(try reader.bareText()) }
      guard let position = Int(exactly: try reader.number()) else { return nil }
      let isCold = try reader.flag()
      let state = try reader.state()
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

  private mutating func state() throws(Unreadable) -> StoredState {
    var state = StoredState()
    state.nowMilliseconds = try time()
    state.isReady = try flag()
    state.nextEntry = try number()
    state.nextSequence = try number()
    state.openGates = try list { reader throws(Unreadable) in
      (name: try reader.text(), subject: try reader.optionalText())
    }
    state.queue = try list { reader throws(Unreadable) in try reader.waitingLink() }
    state.deferred = try list { reader throws(Unreadable) in try reader.waitingLink() }
    state.selections = try list { reader throws(Unreadable) in
      (coordinator: try reader.text(), child: try reader.text())
    }
    state.stacks = try list { reader throws(Unreadable) in try reader.stack() }
    state.layers = try list { reader throws(Unreadable) in
      guard let kind = Layer.Kind(rawValue: try reader.text()) else { throw Unreadable() }
      let starter = try reader.number()
      return StoredState.Layer(
        kind: kind, stack: try reader.stack(), starter: starter == 0 ? nil : starter - 1)
    }
    if let command = try optionalText() {
      guard let event = try? Event(command: command, nowMilliseconds: state.nowMilliseconds) else {
        throw Unreadable()
      }
      state.pendingLeave = event
    }
    return state
  }

  private mutating func waitingLink() throws(Unreadable) -> StoredState.WaitingLink {
    StoredState.WaitingLink(
      gate: try text(), link: try text(), source: try flag() ? .outside : .inside,
      subject: try optionalText(), expiresMilliseconds: try time())
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
