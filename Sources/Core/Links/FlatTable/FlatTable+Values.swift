extension FlatTable {
  /// Where the value of a parameter stands in the scratch memory.
  struct ValueRange {
    let parameter: Int
    let range: Range<Int>
    /// Whether it holds escapes that are not decoded yet.
    let isEscaped: Bool
  }

  /// Tells where the values of what was found stand. A query item that is missing is not told.
  ///
  /// - Returns: False if an automaton finds one of the values; then not all are told.
  @inline(__always)
  func forEachValue(
    of found: FlatFinding, _ scratch: LinkScratch, _ tell: (ValueRange) -> Void
  ) -> Bool {
    let own = values[found.variant]
    for index in Int(own.captures)..<Int(values[found.variant + 1].captures) {
      let capture = captures[index]
      let range: Range<Int>
      var isEscaped = false
      switch capture.source {
      case .segment(let segment):
        range = scratch.range(of: Int(segment))
      case .part(let segment, let start, let end):
        range = scratch.range(of: Int(segment)).part(from: start, to: end)
      case .besideJoint(let segment, let joint, let isBefore):
        let whole = scratch.range(of: Int(segment))
        guard let found = part(of: scratch.text(whole), besideJoint: Int(joint), isBefore) else {
          return false
        }
        range = (whole.lowerBound + found.lowerBound)..<(whole.lowerBound + found.upperBound)
      case .rest(let segment):
        range = min(scratch.start(of: Int(segment)), found.pathEnd)..<found.pathEnd
      case .restPart(let segment, let start, let end):
        range = scratch.rest(of: Int(segment), found).part(from: start, to: end)
      case .query(let start, let count):
        let name = UnsafeBufferPointer(rebasing: queryNames[Int(start)..<Int(start + count)])
        guard let value = scratch.queryValue(of: name, found) else { continue }
        range = value
        isEscaped = scratch.text(value).contains(UInt8(ascii: "%"))
      }
      tell(ValueRange(parameter: Int(capture.parameter), range: range, isEscaped: isEscaped))
    }
    return !own.needsAutomaton
  }

  /// What stands in a text before a joint or behind it; nil if that is not clear.
  @inline(never)
  private func part(
    of text: UnsafeBufferPointer<UInt8>, besideJoint index: Int, _ isBefore: Bool
  ) -> Range<Int>? {
    let joint = joints[index]
    return joint.range(in: text).map { found in
      isBefore
        ? joint.before..<found.lowerBound : found.upperBound..<(text.count - joint.behind)
    }
  }
}

extension LinkScratch {
  /// Where the text of a segment that the walk has gone through begins.
  @inline(__always)
  fileprivate func start(of segment: Int) -> Int { Int(step(segment).slash) + 1 }

  /// Where that text stands.
  @inline(__always)
  fileprivate func range(of segment: Int) -> Range<Int> {
    start(of: segment)..<(start(of: segment + 1) - 1)
  }

  /// Where the path from the slash before a segment on stands, without a slash at its end.
  @inline(__always)
  fileprivate func rest(of segment: Int, _ found: FlatFinding) -> Range<Int> {
    let start = min(Int(step(segment).slash), found.pathEnd)
    let endsInSlash = start < found.pathEnd && self[found.pathEnd - 1] == UInt8(ascii: "/")
    return start..<(found.pathEnd - (endsInSlash ? 1 : 0))
  }

  /// Where the value of the first query item of that name stands, escaped as it may be; `nil` if
  /// there is none.
  fileprivate func queryValue(
    of name: UnsafeBufferPointer<UInt8>, _ found: FlatFinding
  ) -> Range<Int>? {
    let query = text(query(of: found))
    var index = 0
    while index < query.count {
      let rest = query[index...]
      let item = rest.prefix { $0 != UInt8(ascii: "&") }
      let itemName = item.prefix { $0 != UInt8(ascii: "=") }
      if !item.isEmpty, isName(itemName, name) {
        let start = self.query(of: found).lowerBound
        return (start + min(itemName.endIndex + 1, item.endIndex))..<(start + item.endIndex)
      }
      index = item.endIndex + 1
    }
    return nil
  }

  private func isName(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard text.contains(UInt8(ascii: "%")) else { return text.elementsEqual(name) }
    return Percent.decoded(Array(text), 0..<text.count).utf8.elementsEqual(name)
  }

  /// What stands between the `?` behind the path and the `#`.
  func query(of found: FlatFinding) -> Range<Int> {
    let (start, end) = (found.pathEnd, found.count)
    guard start < end, self[start] == UInt8(ascii: "?") else { return end..<end }
    let tail = text((start + 1)..<end)
    return (start + 1)..<(start + 1 + (tail.firstIndex(of: UInt8(ascii: "#")) ?? tail.count))
  }
}

extension Range<Int> {
  /// What stands between two places of the text that stands here.
  fileprivate func part(from start: TextPlace, to end: TextPlace) -> Self {
    let first = Swift.min(Swift.max(0, start.index(in: count)), count)
    let last = Swift.min(Swift.max(first, end.index(in: count)), count)
    return (lowerBound + first)..<(lowerBound + last)
  }
}

/// How the values of all variants are found, put together from what the tree knows of them.
struct WaysToValues {
  private(set) var values: [FlatTable.Values] = []
  private(set) var captures: [FlatTable.Capture] = []
  private(set) var joints: [TextJoint] = []
  private(set) var queryNames: [UInt8] = []

  init(_ variants: [TableVariant], _ routes: [TableRoute]) {
    values.reserveCapacity(variants.count + 1)
    captures.reserveCapacity(variants.count)
    for variant in variants {
      let route = routes[variant.route]
      let start = captures.count
      var own = FlatTable.Values(
        count: Int32(truncatingIfNeeded: route.parameterCount),
        captures: Int32(truncatingIfNeeded: start))
      for capture in variant.captures {
        switch capture.source {
        case .segment(let segment):
          add(capture.parameter, .segment(Int32(truncatingIfNeeded: segment)))
        case .all:
          add(capture.parameter, .rest(Int32(truncatingIfNeeded: variant.segments.count)))
        case .piece, .rest:
          if let source = part(capture, of: variant, route) {
            add(capture.parameter, source)
          } else {
            own.needsAutomaton = true
          }
        }
      }
      for condition in route.conditions {
        guard let parameter = condition.parameter else { continue }
        let name = condition.query.name.utf8
        add(
          parameter,
          .query(
            start: Int32(truncatingIfNeeded: queryNames.count),
            count: Int32(truncatingIfNeeded: name.count)))
        queryNames += name
      }
      if captures.count > start + 1 {
        captures[start...].sort { $0.parameter < $1.parameter }
      }
      values.append(own)
    }
    values.append(FlatTable.Values(captures: Int32(truncatingIfNeeded: captures.count)))
  }

  /// What an expression captures, if its ends stand at the same places of every text or beside a
  /// joint.
  private mutating func part(
    _ capture: TableVariant.Capture, of variant: TableVariant, _ route: TableRoute
  ) -> FlatTable.Capture.Source? {
    guard !route.specification.pattern.isAbsentWhenEmpty(capture) else { return nil }
    switch capture.source {
    case .segment, .all: return nil
    case .piece(let segment, let number):
      guard case .piece(_, let program) = variant.segments[segment], let found = program.places
      else { return nil }
      return part(Int32(truncatingIfNeeded: segment), found, found.places[number])
    case .rest(let number, let isRaw):
      // A raw value that reaches the end keeps the slash there, which no automaton reads.
      guard case .program(let program)? = variant.rest,
        case .between(let start, let end)? = program.places?.places[number],
        !(isRaw && end.isEnd)
      else { return nil }
      return .restPart(
        Int32(truncatingIfNeeded: variant.segments.count), start: start, end: end)
    }
  }

  private mutating func part(
    _ segment: Int32, _ found: CapturePlaces, _ place: CapturePlaces.Place
  ) -> FlatTable.Capture.Source? {
    switch place {
    case .between(let start, let end): return .part(segment, start: start, end: end)
    case .beforeJoint, .behindJoint:
      guard let joint = found.joint else { return nil }
      var isBefore = false
      if case .beforeJoint = place { isBefore = true }
      joints.append(joint)
      return .besideJoint(
        segment, joint: Int32(truncatingIfNeeded: joints.count - 1), isBefore: isBefore)
    }
  }

  private mutating func add(_ parameter: Int, _ source: FlatTable.Capture.Source) {
    captures.append(
      FlatTable.Capture(parameter: Int32(truncatingIfNeeded: parameter), source: source))
  }
}
