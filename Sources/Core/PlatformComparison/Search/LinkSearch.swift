import Diagnostics
import Languages
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

  /// The limit on visited states of the product, some 150 bytes each.
  static let statesMax = 400_000
  /// The limit on the work of the machines of a site, and on that of the searches for rules that
  /// never decide.
  static let workMax = 32_000_000
  /// The limit on the work of all searches of a comparison, apart from a last part for rules that
  /// never decide.
  static let totalWorkMax = 65_000_000
  /// The work of building the machine of a rule, in the same unit.
  static let workPerRule = 16
  /// The work of visiting a state, in the same unit.
  static let workPerState = 64
  /// How many states are visited until the work is looked at again.
  private static let checkedEvery = 64

  private let form: Memoized
  /// At most seven.
  private let machines: [Memoized]
  private var search = BreadthFirst<States, Token>()
  /// By state of the form and spelling, the classes of bytes that links can continue with.
  private var formClasses: [Int32: [SymbolSet]] = [:]

  init(_ form: Memoized, _ machines: [Memoized]) {
    self.form = form
    self.machines = machines
  }

  /// The number of states that were found.
  var count: Int { search.states.count }

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
  ///   - workMax: The work that the machines may have done at its end.
  ///   - visit: Called with a state of each machine, the number of the visit, and whether the text
  ///     is a link; otherwise it is only the start of one.
  /// - Returns: Whether all kinds were visited, or `visit` ended the search.
  mutating func run(
    limit: Int = statesMax, workMax: Int = workMax,
    _ visit: (_ states: States, _ visit: Int, _ isLink: Bool) -> Advice
  ) -> Bool {
    search.add(States(), by: nil)
    while let index = search.next() {
      guard count <= limit, index % Self.checkedEvery > 0 || work <= workMax else {
        return false
      }
      let states = search.states[index]
      let isLink = form.verdict(in: states[0]) >= 0
      switch visit(states, index, isLink) {
      case .stop: return true
      case .prune: break
      case .goOn:
        // No continuation changes the machines' verdicts.
        let isSettled = machines.indices.allSatisfy {
          machines[$0].isSettled(states[$0 + 1])
        }
        if !isSettled || !isLink { expand(states, index, isSettled: isSettled) }
      }
    }
    return true
  }

  /// What the machines have done, in this search or before.
  var work: Int { machines.reduce(form.work + count * Self.workPerState) { $0 + $1.work } }

  /// The link of a visit, after the text that all links of the site begin with.
  func link(of visit: Int) -> [UInt8] { search.path(to: visit).flatMap { $0.bytes } }

  private mutating func expand(_ states: States, _ visit: Int, isSettled: Bool) {
    for spelling in Token.Spelling.allCases {
      var classes = formClasses(states[0], spelling)
      guard !classes.isEmpty else { continue }
      if !isSettled { classes = refined(classes, states, spelling) }
      for byte in Self.representatives(of: classes) {
        let token = Token(byte, spelling)
        var next = States()
        next[0] = form.step(states[0], token)
        for index in machines.indices {
          next[index + 1] = machines[index].step(states[index + 1], token)
        }
        search.add(next, by: (token, after: visit))
      }
    }
  }

  /// Classes of bytes that no machine distinguishes. All bytes that settle every verdict form one
  /// class.
  private func refined(
    _ classes: [SymbolSet], _ states: States, _ spelling: Token.Spelling
  ) -> [SymbolSet] {
    var found = SymbolSet()
    for index in machines.indices where !machines[index].isSettled(states[index + 1]) {
      found = found.union(machines[index].open(in: states[index + 1], spelling))
    }
    let closed = Self.mostReadable(classes.map { $0.subtracting(found) }.filter { !$0.isEmpty })
    var refined = classes.map { $0.intersection(found) }.filter { !$0.isEmpty }
    for index in machines.indices where !machines[index].isSettled(states[index + 1]) {
      for taken in machines[index].classes(in: states[index + 1], spelling) {
        refined.split(by: taken)
      }
    }
    return refined + (closed.map { [$0] } ?? [])
  }

  /// The most readable byte of each class, more readable ones first.
  private static func representatives(of classes: [SymbolSet]) -> [UInt8] {
    let readabilities = WellFormedness.readabilities
    return classes.compactMap(WellFormedness.mostReadable(of:))
      .sorted { readabilities[Int($0)] < readabilities[Int($1)] }
      .map { UInt8(truncatingIfNeeded: $0) }
  }

  /// The class with the most readable byte; `nil` if there is none.
  private static func mostReadable(_ classes: [SymbolSet]) -> SymbolSet? {
    let readabilities = WellFormedness.readabilities
    func readability(_ bytes: SymbolSet) -> Int {
      WellFormedness.mostReadable(of: bytes).map { readabilities[Int($0)] } ?? .max
    }
    return classes.min { readability($0) < readability($1) }
  }

  private mutating func formClasses(
    _ state: Int32, _ spelling: Token.Spelling
  ) -> [SymbolSet] {
    let key = state << 2 | Int32(spelling.rawValue)
    if let known = formClasses[key] { return known }
    let classes = form.classes(in: state, spelling).filter { taken in
      guard let byte = taken.bytes.first else { return false }
      return !form.isSettled(form.step(state, Token(byte, spelling)))
    }
    formClasses[key] = classes
    return classes
  }
}
