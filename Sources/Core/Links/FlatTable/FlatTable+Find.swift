internal import CLinkScan
import Diagnostics

/// The answer of a lookup in a `FlatTable`, small enough to be returned in registers.
package struct FlatMatch: Sendable {
  /// The route, with the flags of `FlatTable.variantRoutes` if not every link of the variant has
  /// clear values; -1 if the link is one of the app's and no route accepts it; -2 if the tree must
  /// decide; -3 if the link is under no base.
  @usableFromInline let code: Int32
  private let variantIndex: Int32
  private let baseIndex: Int32
  private let pathLength: Int32

  static let notFound = FlatMatch(code: -1)
  static let unclear = FlatMatch(code: -2)
  static let foreign = FlatMatch(code: -3)

  private init(code: Int32, variant: Int32 = 0, base: Int32 = -1, pathEnd: Int32 = 0) {
    self.code = code
    variantIndex = variant
    baseIndex = base
    pathLength = pathEnd
  }

  init(route: UInt32, variant: Int, base: Int?, pathEnd: Int) {
    self.init(
      code: Int32(bitPattern: route), variant: Int32(truncatingIfNeeded: variant),
      base: Int32(truncatingIfNeeded: base ?? -1), pathEnd: Int32(truncatingIfNeeded: pathEnd))
  }

  /// The match without the flag; `nil` if there is no route.
  var clear: FlatMatch? {
    guard self.code < -3 else { return nil }
    let flags = Int32(bitPattern: FlatTable.unclearValues | FlatTable.automatonValues)
    return FlatMatch(
      code: code & ~flags, variant: variantIndex, base: baseIndex, pathEnd: pathLength)
  }

  /// Whether a route accepts the link, and its values are clear.
  var isClear: Bool { code >= 0 }
  /// Whether the link is one of the app's and no route accepts it.
  var isNotFound: Bool { code == -1 }
  /// Whether the link is under no base.
  var isForeign: Bool { code == -3 }
  /// The route that accepts the link.
  @inlinable package var route: Int { Int(code) }
  /// The variant of the route's pattern, an index of the table's variants.
  var variant: Int { Int(variantIndex) }
  /// The base that the link is under; `nil` for an in-app path.
  package var base: Int? { baseIndex < 0 ? nil : Int(baseIndex) }
  /// The position of the path's end in the scratch memory.
  var pathEnd: Int { Int(pathLength) }
}

extension FlatTable {
  /// Reads a whole link or an in-app path, finds its base and matches it.
  ///
  /// - Parameter inner: The only base to match an in-app path under; nil for all.
  // Inlined into `RouteTable.match`, its only caller: an extra call takes 2 % of a lookup.
  @inline(__always)
  func find(
    _ link: UnsafeRawBufferPointer, _ scratch: LinkScratch, under inner: Int? = nil
  ) -> FlatMatch {
    guard link.count > 0, link.count <= scratch.capacity else { return .unclear }
    guard link[0] != UInt8(ascii: "/") else { return find(inside: link, scratch, under: inner) }
    var (index, isCovered) = (0, false)
    // Only the path is read, if the link begins with the bytes of a base: by callgrind, that takes
    // a fifth fewer instructions than reading the whole link.
    while index < bases.count, let start = bases[index].pathStart(of: link) {
      if start > 0 {
        let path = UnsafeRawBufferPointer(rebasing: link[start...])
        var scan = LinkScan()
        guard scan.read(path, scratch) else { return .unclear }
        // An authority has no escapes.
        if scan.hash >= 0 && hasFragmentBases || scan.isDecoded && bases[index].isScheme { break }
        let end = scratch.setEnd(scan.pathEnd, first: scan.firstSlashes)
        guard scan.lastOddEnd <= 0, fits(scratch, 0, end.place, max: bases[index].segmentsMax),
          !bases[index].isScheme || hasPlainAuthority(path, 0, end)
        else { return .unclear }
        let found = find(scratch, 0, end, scan, base: bases[index].index)
        if !found.isNotFound { return found }
        isCovered = true
      }
      index &+= 1
    }
    return index == bases.count && isCovered
      ? .notFound : find(whole: link, scratch, from: index, isCovered)
  }

  /// Matches an in-app path.
  @inline(never)
  private func find(
    inside path: UnsafeRawBufferPointer, _ scratch: LinkScratch, under base: Int?
  ) -> FlatMatch {
    var scan = LinkScan()
    guard scan.read(path, scratch) else { return .unclear }
    let end = scratch.setEnd(scan.pathEnd, first: scan.firstSlashes)
    guard scan.lastOddEnd <= 0, fits(scratch, 0, end.place) else { return .unclear }
    return find(scratch, 0, end, scan, base: base)
  }

  /// Matches a whole link that can be under any base from `first` on.
  ///
  /// - Parameter isCovered: Whether it is under an earlier base.
  @inline(never)
  private func find(
    whole link: UnsafeRawBufferPointer, _ scratch: LinkScratch, from first: Int, _ isCovered: Bool
  ) -> FlatMatch {
    var (scan, isCovered) = (LinkScan(), isCovered)
    guard scan.read(link, scratch) else { return .unclear }
    if scan.hash >= 0, hasFragmentBases { return findWithFragment(link, scratch) }
    let end = scratch.setEnd(scan.pathEnd, first: scan.firstSlashes)
    for base in bases[first...] where base.fragment == nil {
      switch reach(scratch, end, scan, base) {
      case .under(let start):
        let found = find(scratch, start, end, scan, base: base.index)
        if !found.isNotFound { return found }
        isCovered = true
      case .outside: continue
      case .unclear: return .unclear
      }
    }
    guard !isCovered else { return .notFound }
    return isForeign(scratch, scan, end) ? .foreign : .unclear
  }

  /// Whether a whole link that begins with no base is well formed, and has no spelling that is
  /// under one: scheme and host consist of lower case letters, digits, and for the host hyphens and
  /// dots; the path has no escapes and no odd segments.
  private func isForeign(
    _ scratch: LinkScratch, _ scan: LinkScan, _ end: LinkScratch.End
  ) -> Bool {
    guard !scan.isDecoded else { return false }
    var place = 0
    while place < scan.pathEnd, Self.isInScheme(scratch[place]) {
      place &+= 1
    }
    let host = place &+ 3
    guard place > 0, !scratch[0].isDigit, host < scan.pathEnd, scratch[place] == UInt8(ascii: ":"),
      scratch[place &+ 1] == UInt8(ascii: "/"), scratch[place &+ 2] == UInt8(ascii: "/")
    else { return false }
    place = host
    while place < scan.pathEnd, scratch[place] != UInt8(ascii: "/") {
      guard Self.isInHost(scratch[place]) else { return false }
      place &+= 1
    }
    return place > host && scan.lastOddEnd < host
      && fits(scratch, host, end.place, max: Limits.segmentsMax - 1)
  }

  private static func isInScheme(_ byte: UInt8) -> Bool {
    byte.isDigit || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }

  /// Whether a byte can be part of a host that is written as usual.
  @inline(__always)
  private static func isInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Whether a link is under a base, and where its path starts then.
  private enum Reach { case under(start: Int), outside, unclear }

  @inline(__always)
  private func reach(
    _ scratch: LinkScratch, _ end: LinkScratch.End, _ scan: LinkScan, _ base: FlatBase
  ) -> Reach {
    var start = base.text.count
    guard start <= scan.pathEnd, base.text.begins(scratch) else { return .outside }
    guard !base.isLoose else { return .unclear }
    if let wildcard = base.wildcard {
      switch pathStart(scratch, scan, after: start, wildcard) {
      case .under(let found): start = found
      case let other: return other
      }
    }
    guard start < scan.pathEnd ? scratch[start] == UInt8(ascii: "/") : !base.isScheme else {
      return .outside
    }
    guard start <= end.place, scan.lastOddEnd <= start,
      fits(scratch, start, end.place, max: base.segmentsMax)
    else { return .unclear }
    let copy = UnsafeRawBufferPointer(start: scratch.bytes, count: scratch.capacity)
    return base.isScheme && !hasPlainAuthority(copy, start, end)
      ? .unclear : .under(start: start)
  }

  /// Looks for a host with at least one label before the base's, if it has one, and for the prefix
  /// after it.
  ///
  /// - Parameter start: Where the link's host starts.
  @inline(never)
  private func pathStart(
    _ scratch: LinkScratch, _ scan: LinkScan, after start: Int,
    _ wildcard: (host: FlatText, prefix: FlatText)
  ) -> Reach {
    var hostEnd = start
    while hostEnd < scan.pathEnd, scratch[hostEnd] != UInt8(ascii: "/") {
      guard Self.isInHost(scratch[hostEnd]) else { return .unclear }
      hostEnd += 1
    }
    guard hostEnd - start > wildcard.host.count, scratch[start] != UInt8(ascii: "."),
      wildcard.host.begins(scratch, at: hostEnd - wildcard.host.count)
    else { return .outside }
    let pathStart = hostEnd + wildcard.prefix.count
    guard pathStart <= scan.pathEnd, wildcard.prefix.begins(scratch, at: hostEnd) else {
      return .outside
    }
    return .under(start: pathStart)
  }

  /// Matches a whole link with a fragment, which can contain the route.
  @inline(never)
  private func findWithFragment(
    _ link: UnsafeRawBufferPointer, _ scratch: LinkScratch
  ) -> FlatMatch {
    var (scan, isCovered) = (LinkScan(), false)
    guard scan.read(link, scratch) else { return .unclear }
    for base in bases {
      guard scan.count == link.count else { return .unclear }
      let found: FlatMatch?
      if let prefix = base.fragment {
        guard !base.isScheme else { return .unclear }
        if base.isLoose {
          guard base.text.count <= scan.pathEnd, base.text.begins(scratch) else { continue }
          return .unclear
        }
        guard isAll(scan, scratch, base) else { continue }
        guard scan.lastOddEnd <= base.text.count else { return .unclear }
        let fragment = UnsafeRawBufferPointer(rebasing: link[(scan.hash + 1)...])
        found = find(fragment: fragment, scratch, base, prefix)
      } else {
        let end = scratch.setEnd(scan.pathEnd, first: scan.firstSlashes)
        switch reach(scratch, end, scan, base) {
        case .under(let start):
          found = find(scratch, start, end, scan, base: base.index)
        case .outside: continue
        case .unclear: return .unclear
        }
      }
      isCovered = isCovered || found != nil
      if let found, !found.isNotFound { return found }
      // The fragment has replaced the link in the memory.
      guard base.fragment != nil else { continue }
      scan = LinkScan()
      guard scan.read(link, scratch) else { return .unclear }
    }
    return isCovered ? .notFound : .unclear
  }

  /// Whether only a slash follows a base in the path of a link.
  private func isAll(_ scan: LinkScan, _ scratch: LinkScratch, _ base: FlatBase) -> Bool {
    let start = base.text.count
    guard start <= scan.pathEnd, base.text.begins(scratch) else { return false }
    return start == scan.pathEnd
      || (start + 1 == scan.pathEnd && scratch[start] == UInt8(ascii: "/"))
  }

  /// Matches a fragment under a base with routes in the fragment; `nil` if it does not begin with
  /// the base's prefix.
  private func find(
    fragment: UnsafeRawBufferPointer, _ scratch: LinkScratch, _ base: FlatBase,
    _ prefix: FlatText
  ) -> FlatMatch? {
    var scan = LinkScan()
    // A further `#` is plain text, which only the tree reads.
    guard scan.read(fragment, scratch), scratch[0] == UInt8(ascii: "/"), scan.lastOddEnd <= 0,
      scan.hash < 0
    else { return .unclear }
    let end = scratch.setEnd(scan.pathEnd, first: scan.firstSlashes)
    guard prefix.count <= scan.pathEnd, prefix.begins(scratch),
      prefix.count == scan.pathEnd || scratch[prefix.count] == UInt8(ascii: "/")
    else { return nil }
    guard prefix.count <= end.place, fits(scratch, 0, end.place) else { return .unclear }
    return find(scratch, prefix.count, end, scan, base: base.index)
  }

  /// Matches a path without query, escapes, empty or dot segments, of at most 64 segments.
  @inline(__always)
  func find(path: UnsafeRawBufferPointer, _ scratch: LinkScratch) -> FlatMatch {
    let count = path.count
    guard count > 0, count <= scratch.capacity, let text = path.baseAddress else {
      return .unclear
    }
    let slashes = linkscan_slashes(text, scratch.bytes, 0, count)
    // 64 bytes hold no more than 64 slashes.
    if count >= 64, slashes.nonzeroBitCount + scanRest(text, scratch, count) > Limits.segmentsMax {
      return .unclear
    }
    let end = scratch.setEnd(count, first: slashes)
    scratch.setConditions(base: nil, query: 0..<0)
    return finding(walk(scratch, start: 0, end), base: nil, pathEnd: count)
  }

  /// Copies a path after its first 64 bytes, with its slashes, and returns their number.
  @inline(never)
  private func scanRest(_ text: UnsafeRawPointer, _ scratch: LinkScratch, _ count: Int) -> Int {
    var slashCount = 0
    for start in stride(from: 64, through: count, by: 64) {
      let slashes = linkscan_slashes(text, scratch.bytes, start, count)
      scratch.setSlashes(start >> 6, slashes)
      slashCount &+= slashes.nonzeroBitCount
    }
    return slashCount
  }

  @inline(__always)
  private func find(
    _ scratch: LinkScratch, _ start: Int, _ end: LinkScratch.End, _ scan: LinkScan, base: Int?
  ) -> FlatMatch {
    scratch.setConditions(base: base, query: scan.query)
    let found = walk(scratch, start: start, end)
    return finding(found, base: base, pathEnd: scan.pathEnd)
  }

  @inline(__always)
  private func finding(_ step: WalkResult, base: Int?, pathEnd: Int) -> FlatMatch {
    switch step {
    case .variant(let variant):
      FlatMatch(
        route: variantRoutes[variant], variant: variant, base: base, pathEnd: pathEnd)
    case .nothing: .notFound
    case .unclear, .child: .unclear
    }
  }

  /// Whether a path has no more segments than a link may have.
  @inline(__always)
  private func fits(
    _ scratch: LinkScratch, _ start: Int, _ end: Int, max: Int = Limits.segmentsMax
  ) -> Bool {
    guard end - start > 2 * max else { return true }
    return (start..<end).count { scratch[$0] == UInt8(ascii: "/") } <= max
  }

  /// Whether the first segment, which is the authority of a link with a custom scheme, holds
  /// neither a user nor a port; a link with either may be rejected.
  ///
  /// - Parameter link: The link, or its copy: `start` and `end` are positions in it.
  @inline(__always)
  private func hasPlainAuthority(
    _ link: UnsafeRawBufferPointer, _ start: Int, _ end: LinkScratch.End
  ) -> Bool {
    guard start < end.place, let bytes = link.baseAddress else { return true }
    let later = end.first & (start < 63 ? ~1 &<< UInt64(start) : 0)
    guard later != 0 else { return false }
    let first = later.trailingZeroBitCount
    return !linkscan_has_mark(bytes + start, first - start, link.count - start)
  }
}
