import Diagnostics
import Languages
import Links
import PlatformLinks

/// Which filter of a manifest takes the links of a site.
struct ManifestMachine: Automaton {
  /// The filter that takes a link.
  struct Taking: Hashable {
    /// What of a filter matches after its scheme and host.
    enum Part: Hashable {
      /// The first path that does, of those of the filter.
      case path(Int)
      case group(Int)
      case schemeSpecificPart(Int)
    }

    /// An index of `filters`.
    let filter: Int
    /// Nil if the filter takes every path.
    let part: Part?
    /// Whether the filter's `<data>` elements say so, and not only their pool.
    let isStated: Bool
  }

  /// A text of a filter that is compared with a part of links.
  struct Probe {
    enum Part: Hashable {
      case host, path, query, fragment, schemeSpecificPart
    }

    let filter: Int
    let part: Part
    /// The index of the host or path in the filter; of a matcher of a group in `groupProbes`.
    let index: Int
    let machine: UnitMachine
  }

  /// A filter whose scheme, and for http and https whose host, is that of the site.
  struct Filter {
    /// Its activity in the manifest, and its place in that.
    let activity: Int
    let number: Int
    let filter: IntentFilter
    /// The hosts that match all links of the site; `nil` if the links' first segment decides.
    let authorities: [Int]?
    /// For each group the probes of its matchers.
    var groupProbes: [[Int]] = []
    /// The probes of hosts, paths and scheme-specific parts, by index.
    var hostProbes: [Int] = []
    var pathProbes: [Int] = []
    var wholeProbes: [Int] = []
    /// The `<data>` elements of the schemes that match the site's; nil for one without an element.
    let schemes: Set<Int?>
    /// What each `<data>` element names.
    let elements: [Int: Named]

    /// The attributes of a `<data>` element.
    struct Named: OptionSet, Hashable {
      let rawValue: Int
      static let scheme = Named(rawValue: 1)
      static let host = Named(rawValue: 2)
      static let path = Named(rawValue: 4)
    }

    /// The place of what takes a link: of a part, or of the filter.
    func position(of part: Taking.Part?) -> SourcePosition {
      switch part {
      case nil: filter.position
      case .path(let index): filter.paths[index].position
      case .group(let index): filter.groups[index].position
      case .schemeSpecificPart(let index): filter.schemeSpecificParts[index].position
      }
    }

    init(activity: Int, number: Int, filter: IntentFilter, authorities: [Int]?, scheme: [UInt16]) {
      (self.activity, self.number, self.filter) = (activity, number, filter)
      self.authorities = authorities
      schemes = Set(filter.schemes.filter { $0.matcher.matches(scheme) }.map { $0.element })
      var elements: [Int: Named] = [:]
      for (named, all) in [
        (Named.scheme, filter.schemes.map { $0.element }),
        (.host, filter.authorities.map { $0.element }), (.path, filter.paths.map { $0.element }),
      ] {
        for case let element? in all { elements[element, default: []].insert(named) }
      }
      self.elements = elements
    }
  }

  struct State: Hashable {
    enum Phase { case authority, path, query, fragment, decided }

    struct Member: Hashable {
      let probe: Int32
      var state: ProbeState
    }

    enum ProbeState: Hashable {
      case text(Int)
      case items(ItemScan)
    }

    var phase: Phase
    var hold = PartialScalar.none
    /// The probes of this part that can still match.
    var members: [Member]
    /// The probes of earlier parts that matched, in ascending order.
    var hits: [Int32] = []
    /// Once it is decided.
    var verdict: Int32 = -1
  }

  let site: Base.Shape
  private(set) var filters: [Filter] = []
  private(set) var probes: [Probe] = []
  private(set) var start = State(phase: .path, members: [])
  /// Where the classes of units of all machines begin, in ascending order.
  private let boundaries: [UInt16]
  /// The classes of the bytes that begin a character of several bytes.
  private let leads: [SymbolSet]
  /// The parts that texts are compared with.
  private let parts: Set<Probe.Part>
  let known = Known()

  /// The verdicts on probes that matched: most states have those of others.
  final class Known {
    var verdicts: [[Int32]: Int32] = [:]
    /// What the verdicts number.
    var takings = Numbering<Taking>()
  }

  /// What a verdict means.
  func taking(numbered verdict: Int) -> Taking { known.takings.values[verdict] }

  /// The machine for the links of a site.
  /// - Parameter site: A base without segments; with a custom scheme, without a host.
  init(_ manifest: AndroidManifest, site: Base.Shape) {
    self.site = site
    var builder = ProbeBuilder(site: site)
    builder.add(manifest)
    filters = builder.filters
    probes = builder.probes
    boundaries = Set(probes.flatMap { $0.machine.boundaries } + ItemScan.boundaries).sorted()
    leads = Self.groups(of: 0xC0...0xFF, .none, boundaries)
    parts = Set(probes.map { $0.part })
    start.phase = site.host.isEmpty ? .authority : .path
    start.members = members(of: site.host.isEmpty ? [.host] : [.path], in: filters.indices)
    let whole = members(of: [.schemeSpecificPart], in: filters.indices).compactMap { member in
      after(member, Array("//".utf16) + utf16Units(site.host) + portUnits)
    }
    start.members += whole
  }

  private var portUnits: [UInt16] { site.port.map { Array(":\($0)".utf16) } ?? [] }

  func isSettled(_ state: State) -> Bool {
    state.phase == .decided
  }

  func step(_ state: State, _ token: Token) -> State {
    var next = state
    let isEnd = state.hold == .none && !token.isEscaped && endsPart(token, &next)
    if !isEnd { read(token.byte, &next) }
    decideIfSettled(&next)
    return next
  }

  /// The number of a `Taking`.
  func verdict(in state: State) -> Int32 {
    guard state.phase != .decided else { return state.verdict }
    var state = state
    if state.phase == .authority { endAuthority(&state) }
    collect(&state)
    return taking(state.hits)
  }

  func weight(of state: State) -> Int { 8 + 8 * state.members.count + state.hits.count / 2 }

  func classes(in state: State, _ spelling: Token.Spelling) -> [SymbolSet] {
    guard state.phase != .decided else { return [] }
    var classes = spelling == .plain ? Self.marks : []
    guard state.hold == .none else {
      return classes + Self.groups(of: 0x80...0xBF, state.hold, boundaries)
    }
    var starts: Set<UInt16> = []
    for member in state.members {
      switch member.state {
      case .text(let text):
        starts.formUnion(probes[Int(member.probe)].machine.boundaries(in: text))
      case .items: starts.formUnion(probes[Int(member.probe)].machine.boundaries)
      }
    }
    if state.phase == .query { starts.formUnion(ItemScan.boundaries) }
    for start in starts where start < 0x80 {
      classes.append(Self.bytesFrom[Int(start)])
    }
    return classes + [Self.multibyte] + leads
  }

  /// The bytes from each ASCII character on.
  private static let bytesFrom = (UInt8.min..<0x80).map { SymbolSet($0...UInt8.max) }
  private static let multibyte = SymbolSet(0x80...0xFF)
  private static let marks = ["/", "?", "#"].map { SymbolSet($0.utf8) }

  private static func groups(
    of bytes: ClosedRange<UInt8>, _ hold: PartialScalar, _ boundaries: [UInt16]
  ) -> [SymbolSet] {
    struct End: Hashable {
      let hold: PartialScalar
      let classes: [Int]
    }
    var groups: [End: SymbolSet] = [:]
    for byte in bytes {
      let (next, units) = hold.after(byte, boundaries: boundaries)
      let classes = units.map { unit in boundaries.lastIndex { $0 <= unit } ?? -1 }
      groups[End(hold: next, classes: classes), default: SymbolSet()].insert(Symbol(byte))
    }
    return Array(groups.values)
  }
}

// MARK: Steps

extension ManifestMachine {
  /// Ends a part at a mark; false if the token belongs to the part.
  private func endsPart(_ token: Token, _ state: inout State) -> Bool {
    switch (token.byte, state.phase) {
    case (UInt8(ascii: "/"), .authority):
      endAuthority(&state)
      // The slash is the first byte of the path.
      return false
    case (UInt8(ascii: "?"), .authority):
      endAuthority(&state)
      end(&state, next: .query, [.query])
    case (UInt8(ascii: "?"), .path): end(&state, next: .query, [.query])
    case (UInt8(ascii: "#"), .authority):
      endAuthority(&state)
      end(&state, next: .fragment, [.fragment])
    case (UInt8(ascii: "#"), .path), (UInt8(ascii: "#"), .query):
      end(&state, next: .fragment, [.fragment])
    default: return state.phase == .decided
    }
    return true
  }

  private func read(_ byte: UInt8, _ state: inout State) {
    let (hold, units) = state.hold.after(byte, boundaries: boundaries)
    state.hold = hold
    guard !units.isEmpty else { return }
    state.members = state.members.compactMap { after($0, units) }
  }

  private func after(_ member: State.Member, _ units: [UInt16]) -> State.Member? {
    let machine = probes[Int(member.probe)].machine
    var member = member
    switch member.state {
    case .text(var text):
      for unit in units { text = machine.step(text, unit) }
      guard text != deadState else { return nil }
      member.state = .text(text)
    case .items(var scan):
      for unit in units { scan.read(unit, machine) }
      member.state = .items(scan)
    }
    return member
  }

  /// Ends the host of a link with a custom scheme: filters with another host are done.
  private func endAuthority(_ state: inout State) {
    let whole = state.members.filter { probes[Int($0.probe)].part == .schemeSpecificPart }
    state.members.removeAll { probes[Int($0.probe)].part == .schemeSpecificPart }
    collect(&state)
    let hits = Set(state.hits)
    let matching = filters.indices.filter { index in
      filters[index].hostProbes.contains { hits.contains(Int32(truncatingIfNeeded: $0)) }
    }
    state.phase = .path
    state.members = members(of: [.path], in: matching) + whole
  }

  /// Ends a part, and begins the next one or decides.
  private func end(_ state: inout State, next phase: State.Phase, _ parts: Set<Probe.Part>) {
    // A scheme-specific part contains the query.
    let goesOn = phase == .query
    var whole: [State.Member] = []
    if goesOn {
      let mark = [UInt16(UInt8(ascii: "?"))]
      whole = state.members.filter { probes[Int($0.probe)].part == .schemeSpecificPart }
        .compactMap { after($0, mark) }
      state.members.removeAll { probes[Int($0.probe)].part == .schemeSpecificPart }
    }
    collect(&state)
    state.phase = phase
    state.members = members(of: parts, in: filters.indices) + whole
  }

  /// Decides if nothing that follows is compared with a text.
  private func decideIfSettled(_ state: inout State) {
    let later: Set<Probe.Part>
    switch state.phase {
    case .authority, .path: later = [.query, .fragment]
    case .query: later = [.fragment]
    case .fragment: later = []
    case .decided: return
    }
    guard state.members.isEmpty, parts.isDisjoint(with: later) else { return }
    let verdict = taking(state.hits)
    state = State(phase: .decided, members: [])
    state.verdict = verdict
  }

  /// Adds the probes that match to the hits.
  private func collect(_ state: inout State) {
    for member in state.members {
      let machine = probes[Int(member.probe)].machine
      let isHit =
        switch member.state {
        case .text(let text): machine.isAccepting(text)
        case .items(let scan): scan.isFound(machine)
        }
      if isHit { state.hits.append(member.probe) }
    }
    state.hits.sort()
    state.members = []
  }

  private func members(
    of parts: Set<Probe.Part>, in filters: some Collection<Int>
  ) -> [State.Member] {
    let filters = Set(filters)
    return probes.indices.compactMap { index in
      let probe = probes[index]
      guard parts.contains(probe.part), filters.contains(probe.filter),
        probe.machine.start != deadState
      else { return nil }
      return State.Member(
        probe: Int32(truncatingIfNeeded: index),
        state: probe.part == .query
          ? .items(ItemScan(probe.machine)) : .text(probe.machine.start))
    }
  }
}
