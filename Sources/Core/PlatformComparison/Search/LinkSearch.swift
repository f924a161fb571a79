import Links
import PlatformLinks
import RouteProofs

/// Visits every kind of link of a site: the product of the machines that read it, breadth first, so
/// that the first link of a kind is a shortest one.
///
/// Links are of one kind if no machine distinguishes them. Of the bytes that can follow, one of
/// each class is tried, the most readable.
struct LinkSearch {
  /// A state of each machine; the first is that of the form.
  typealias States = SIMD8<Int32>

  /// The limit on visited states of the product, 64 bytes each.
  static let statesMax = 1_500_000

  private struct Visit {
    let states: States
    let parent: Int32
    let token: LinkToken
  }

  private let form: NumberedMachine<LinkForm>
  /// At most seven.
  private let machines: [MachineTable]
  private var visits: [Visit] = []
  private var seen: Set<States> = []
  /// By state of the form and spelling, the classes of bytes that links can continue with.
  private var formClasses: [Int32: [ByteClass]] = [:]

  init(_ form: NumberedMachine<LinkForm>, _ machines: [MachineTable]) {
    self.form = form
    self.machines = machines
  }

  /// The number of states that were found.
  var count: Int { visits.count }

  /// What `visit` says about a kind of links.
  enum Advice {
    case goOn
    /// Links that continue this one need not be visited.
    case prune
    case stop
  }

  /// Visits the kinds of links.
  ///
  /// - Parameters:
  ///   - limit: The number of states that may be visited.
  ///   - visit: Called with a state of each machine, the number of the visit, and whether the text
  ///     is a link; otherwise it is only the start of one.
  /// - Returns: Whether all kinds were visited, or `visit` ended the search.
  mutating func run(
    limit: Int = statesMax, _ visit: (_ states: States, _ visit: Int, _ isLink: Bool) -> Advice
  ) -> Bool {
    visits = []
    seen = []
    enqueue(States(), parent: -1, token: LinkToken(0))
    var next = 0
    while next < visits.count {
      guard visits.count <= limit else { return false }
      let states = visits[next].states
      let isLink = form.verdicts[Int(form.verdict(in: states[0]))]
      switch visit(states, next, isLink) {
      case .stop: return true
      case .prune: break
      case .goOn:
        // Whatever follows, the machines say the same.
        let isSettled = machines.indices.allSatisfy {
          machines[$0].isSettled(states[$0 + 1])
        }
        if !isSettled || !isLink { expand(states, next, isSettled: isSettled) }
      }
      next += 1
    }
    return true
  }

  /// The link of a visit, after the text that all links of the site begin with.
  func link(of visit: Int) -> [UInt8] {
    var tokens: [LinkToken] = []
    var index = visit
    while visits[index].parent >= 0 {
      tokens.append(visits[index].token)
      index = Int(visits[index].parent)
    }
    return tokens.reversed().flatMap { token -> [UInt8] in
      guard token.isEscaped else { return [token.byte] }
      let isLowercase = token.spelling == .escapedInLowercase
      return [UInt8(ascii: "%")] + hexDigits(of: token.byte, isLowercase: isLowercase)
    }
  }

  private mutating func enqueue(_ states: States, parent: Int, token: LinkToken) {
    guard seen.insert(states).inserted else { return }
    visits.append(
      Visit(states: states, parent: Int32(truncatingIfNeeded: parent), token: token))
  }

  private mutating func expand(_ states: States, _ visit: Int, isSettled: Bool) {
    for spelling in LinkToken.Spelling.allCases {
      var classes = formClasses(states[0], spelling)
      guard !classes.isEmpty else { continue }
      if !isSettled { classes = refined(classes, states, spelling) }
      for byte in Self.representatives(of: classes) {
        let token = LinkToken(byte, spelling)
        var next = States()
        next[0] = form.step(states[0], token)
        for index in machines.indices {
          next[index + 1] = machines[index].step(states[index + 1], token)
        }
        enqueue(next, parent: visit, token: token)
      }
    }
  }

  /// Classes of bytes that no machine distinguishes. Those after which all verdicts are settled are
  /// one class.
  private func refined(
    _ classes: [ByteClass], _ states: States, _ spelling: LinkToken.Spelling
  ) -> [ByteClass] {
    var open = ByteClass([])
    for index in machines.indices where !machines[index].isSettled(states[index + 1]) {
      open.formUnion(machines[index].openBytes(states[index + 1], spelling))
    }
    let closed = Self.mostReadable(classes.map { $0.subtracting(open) }.filter { !$0.isEmpty })
    var refined = classes.map { $0.intersection(open) }.filter { !$0.isEmpty }
    var split: [ByteClass] = []
    for index in machines.indices where !machines[index].isSettled(states[index + 1]) {
      for taken in machines[index].classes(states[index + 1], spelling) {
        split.removeAll(keepingCapacity: true)
        for part in refined {
          let common = part.intersection(taken)
          guard !common.isEmpty, common != part else {
            split.append(part)
            continue
          }
          split.append(common)
          split.append(part.subtracting(taken))
        }
        swap(&refined, &split)
      }
    }
    return refined + (closed.map { [$0] } ?? [])
  }

  /// The most readable byte of each class, more readable ones first.
  private static func representatives(of classes: [ByteClass]) -> [UInt8] {
    let readabilities = WellFormedness.readabilities
    return classes.compactMap(mostReadable(of:))
      .sorted { readabilities[Int($0)] < readabilities[Int($1)] }
      .map { UInt8(truncatingIfNeeded: $0) }
  }

  private static func mostReadable(of bytes: ByteClass) -> Symbol? {
    var set = SymbolSet()
    set.words = bytes.words
    return WellFormedness.mostReadable(of: set)
  }

  /// The class with the most readable byte; `nil` if there is none.
  private static func mostReadable(_ classes: [ByteClass]) -> ByteClass? {
    let readabilities = WellFormedness.readabilities
    func readability(_ bytes: ByteClass) -> Int {
      mostReadable(of: bytes).map { readabilities[Int($0)] } ?? .max
    }
    return classes.min { readability($0) < readability($1) }
  }

  private mutating func formClasses(
    _ state: Int32, _ spelling: LinkToken.Spelling
  ) -> [ByteClass] {
    let key = state << 2 | Int32(spelling.rawValue)
    if let known = formClasses[key] { return known }
    let classes = form.classes(in: state, spelling).filter { taken in
      guard let byte = taken.bytes.first else { return false }
      return !form.isSettled(form.step(state, LinkToken(byte, spelling)))
    }
    formClasses[key] = classes
    return classes
  }
}
