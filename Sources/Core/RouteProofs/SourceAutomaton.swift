import Links

/// The links of a redirect whose targets an automaton accepts, as an automaton over those links.
///
///     redirect /s/:k → /shop/:k, automaton of /shop/:x([ab]):  accepts /s/a and /s/b
///
/// It reads the redirect's path; where the target repeats a value, the automaton of targets reads
/// along; the target's own text is read by that one alone. Slashes of a target wait until text
/// follows them, because empty segments are dropped.
final class SourceAutomaton {
  /// What a place reads; nil for the one that accepts.
  private(set) var sets: [SymbolSet?] = [nil]
  private(set) var following: [[Int]] = [[]]
  private(set) var start: [Int] = []

  /// Where the automaton of targets stands.
  private struct Reader: Hashable {
    let place: Int
    /// Whether a slash has been read that counts only if text follows.
    var isBeforeSegment: Bool
  }

  private struct Place: Hashable {
    let block: Int
    let own: Int
    let reader: Reader
    /// Whether it reads the slash of a value; else, in a value, the text after it.
    let isSlash: Bool
  }

  private let source: RedirectSource
  private let target: PathAutomaton
  private var numbers: [Place: Int] = [:]
  private var open: [Place] = []

  /// Whether no link leads there.
  var isEmpty: Bool { !isAccepting }
  private var isAccepting = false

  /// Nil if it has over `Limits.sourcePlacesMax` places.
  init?(of source: RedirectSource, into target: PathAutomaton) {
    self.source = source
    self.target = target
    let readers = Set(target.start.map { Reader(place: $0, isBeforeSegment: false) })
    start = enter(0, after(source.before, readers))
    while let place = open.popLast() {
      guard sets.count <= Limits.sourcePlacesMax else { return nil }
      guard let number = numbers[place] else { continue }
      following[number] = next(place)
    }
    numbers = [:]
  }

  /// Where a reader can be after some text of the target.
  private func after(_ text: [Symbol], _ readers: Set<Reader>) -> Set<Reader> {
    var readers = readers
    for symbol in text {
      guard !readers.isEmpty else { break }
      readers = Set(
        readers.flatMap { reader -> [Reader] in
          if symbol == separator { return [Reader(place: reader.place, isBeforeSegment: true)] }
          return reading(reader).filter { target.set($0)?.contains(symbol) ?? false }
            .flatMap { target.next($0) }.map { Reader(place: $0, isBeforeSegment: false) }
        })
    }
    return readers
  }

  /// The places that read the next text: those behind the slash, if one waits.
  private func reading(_ reader: Reader) -> [Int] {
    guard reader.isBeforeSegment else { return [reader.place] }
    guard target.set(reader.place)?.hasSeparator ?? false else { return [] }
    return target.next(reader.place)
  }

  /// The places from which a block and all behind it can be read; nothing is left: it accepts.
  private func enter(_ block: Int, _ readers: Set<Reader>) -> [Int] {
    guard !readers.isEmpty else { return [] }
    guard block < source.blocks.count else {
      guard readers.contains(where: { target.isAccept($0.place) }) else { return [] }
      isAccepting = true
      return [0]
    }
    return arrive(block, source.blocks[block].automaton.start, readers)
  }

  private func arrive(_ block: Int, _ owns: [Int], _ readers: Set<Reader>) -> [Int] {
    let automaton = source.blocks[block].automaton
    var found: [Int] = []
    for own in owns {
      if automaton.isAccept(own) {
        found += enter(block + 1, after(source.blocks[block].after, readers))
      } else {
        for reader in readers { found += places(block, own, reader) }
      }
    }
    return Array(Set(found)).sorted()
  }

  /// The places that read one symbol of a block.
  private func places(_ block: Int, _ own: Int, _ reader: Reader) -> [Int] {
    guard let set = source.blocks[block].automaton.set(own) else { return [] }
    guard source.blocks[block].isCopied else {
      return [number(Place(block: block, own: own, reader: reader, isSlash: false), set)]
    }
    var found: [Int] = []
    if set.hasSeparator {
      let place = Place(block: block, own: own, reader: reader, isSlash: true)
      found.append(number(place, SymbolSet(separator)))
    }
    // A slash that is text separates in a target, if its value may: such links are left out.
    let spans = source.blocks[block].spansSegments
    let text = set.subtracting(SymbolSet(separator))
      .subtracting(spans ? SymbolSet(Symbol(UInt8(ascii: "/"))) : SymbolSet())
    for place in reading(reader) {
      guard let common = target.set(place)?.intersection(text), !common.isEmpty else { continue }
      let along = Reader(place: place, isBeforeSegment: false)
      found.append(number(Place(block: block, own: own, reader: along, isSlash: false), common))
    }
    return found
  }

  private func number(_ place: Place, _ set: SymbolSet) -> Int {
    if let known = numbers[place] { return known }
    numbers[place] = sets.count
    sets.append(set)
    following.append([])
    open.append(place)
    return sets.count - 1
  }

  private func next(_ place: Place) -> [Int] {
    let block = source.blocks[place.block]
    var readers: Set<Reader> = [place.reader]
    if place.isSlash {
      readers = [Reader(place: place.reader.place, isBeforeSegment: true)]
    } else if block.isCopied {
      readers = Set(
        target.next(place.reader.place).map { Reader(place: $0, isBeforeSegment: false) })
    }
    return arrive(place.block, block.automaton.next(place.own), readers)
  }
}
