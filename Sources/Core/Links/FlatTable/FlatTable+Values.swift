import Languages

extension FlatTable {
  /// Calls `body` with each value of a match that has clear values, decoded. An absent query item
  /// has no call.
  @inline(__always)
  func forEachValue(
    of match: FlatMatch, _ scratch: LinkScratch,
    _ body: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    // Usually all that is needed: of the captures' cache lines, none is read.
    var (segments, parameter) = (values[match.variant].segments, 0)
    while segments != 0 {
      body(parameter, scratch.text(ofSegment: segments.trailingZeroBitCount))
      segments &= segments &- 1
      parameter &+= 1
    }
    if parameter == 0 { forEachCapture(of: match, scratch, body) }
  }

  @inline(__always)
  private func forEachCapture(
    of match: FlatMatch, _ scratch: LinkScratch,
    _ body: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for index in captures(of: match) {
      let capture = captures[index]
      let range: Range<Int>
      switch capture.source {
      case .segment(let segment):
        range = scratch.range(of: Int(segment))
      case .part(let segment, let start, let end):
        range = scratch.range(of: Int(segment)).part(from: start, to: end)
      case .delimited(let segment, let delimiters, let number):
        let whole = scratch.range(of: Int(segment))
        guard let part = part(number, of: scratch.text(whole), Int(delimiters)) else { continue }
        range = (whole.lowerBound + part.lowerBound)..<(whole.lowerBound + part.upperBound)
      case .rest(let segment):
        range = min(scratch.start(of: Int(segment)), match.pathEnd)..<match.pathEnd
      case .restPart(let segment, let start, let end):
        range = scratch.rest(of: Int(segment), match).part(from: start, to: end)
      case .restFrom(let segment, let start):
        let part = scratch.rest(of: Int(segment), match).part(from: start, to: .fromEnd(0))
        range = part.lowerBound..<max(part.lowerBound, match.pathEnd)
      case .query(let start, let count):
        guard !scratch.query.isEmpty else { continue }
        let name = UnsafeBufferPointer(rebasing: queryNames[Int(start)..<Int(start + count)])
        reportQueryValue(of: name, Int(capture.parameter), scratch, body)
        continue
      }
      body(Int(capture.parameter), scratch.text(range))
    }
  }

  @inline(never)
  private func reportQueryValue(
    of name: UnsafeBufferPointer<UInt8>, _ parameter: Int, _ scratch: LinkScratch,
    _ body: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let value = RawQuery(scratch.query).firstValue(of: name) else { return }
    guard value.contains(UInt8(ascii: "%")) else { return body(parameter, value) }
    Percent.decoded(value).withUnsafeBufferPointer { body(parameter, $0) }
  }

  /// Whether the values of a match are clear: none takes an automaton to find.
  func hasClearValues(_ match: FlatMatch, _ scratch: LinkScratch) -> Bool {
    guard variantRoutes[match.variant] & Self.automatonValues == 0 else { return false }
    return captures(of: match).allSatisfy {
      guard case .delimited(let segment, let delimiters, let number) = captures[$0].source else {
        return true
      }
      return part(number, of: scratch.text(scratch.range(of: Int(segment))), Int(delimiters)) != nil
    }
  }

  private func captures(of match: FlatMatch) -> Range<Int> {
    Int(values[match.variant].captures)..<Int(values[match.variant + 1].captures)
  }

  /// A part of a text between delimiters; `nil` if only an automaton finds it.
  @inline(never)
  private func part(
    _ number: UInt8, of text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> Range<Int>? {
    delimiters[index].range(of: number, in: text)
  }
}

extension LinkScratch {
  /// The position of the first byte of a segment that the walk has passed.
  @inline(__always)
  fileprivate func start(of segment: Int) -> Int { Int(step(segment).slash) + 1 }

  /// The bytes of a segment that the walk has passed.
  @inline(__always)
  fileprivate func text(ofSegment segment: Int) -> UnsafeBufferPointer<UInt8> {
    let start = start(of: segment)
    return UnsafeBufferPointer(
      start: (bytes + start).assumingMemoryBound(to: UInt8.self),
      count: self.start(of: segment &+ 1) &- 1 &- start)
  }

  @inline(__always)
  fileprivate func range(of segment: Int) -> Range<Int> {
    start(of: segment)..<(start(of: segment + 1) - 1)
  }

  /// The path from the slash before a segment on, without a slash at its end.
  @inline(__always)
  fileprivate func rest(of segment: Int, _ match: FlatMatch) -> Range<Int> {
    let start = min(Int(step(segment).slash), match.pathEnd)
    let endsInSlash = start < match.pathEnd && self[match.pathEnd - 1] == UInt8(ascii: "/")
    return start..<(match.pathEnd - (endsInSlash ? 1 : 0))
  }
}

extension Range<Int> {
  /// The range between two places of the text in this range.
  fileprivate func part(from start: TextPlace, to end: TextPlace) -> Self {
    let first = Swift.min(Swift.max(0, start.index(in: count)), count)
    let last = Swift.min(Swift.max(first, end.index(in: count)), count)
    return (lowerBound + first)..<(lowerBound + last)
  }
}

/// The layout of the values of all variants, for a `FlatTable`.
struct ValueLayout {
  private(set) var routes: [UInt32] = []
  private(set) var values: [FlatTable.Values] = []
  private(set) var captures: [FlatTable.Capture] = []
  private(set) var delimiters: [Delimiters] = []
  private(set) var queryNames: [UInt8] = []

  init(_ variants: [TableVariant], _ routes: [TableRoute]) {
    self.routes.reserveCapacity(variants.count)
    values.reserveCapacity(variants.count + 1)
    captures.reserveCapacity(variants.count)
    for variant in variants {
      let route = routes[variant.route]
      let start = captures.count
      let delimiterCount = delimiters.count
      var needsAutomaton = false
      for capture in variant.captures {
        switch capture.source {
        case .segment(let segment):
          add(capture.parameter, .segment(Int32(row: segment)))
        case .all:
          add(capture.parameter, .rest(Int32(row: variant.segments.count)))
        case .piece, .rest:
          if let source = source(of: capture, variant, route) {
            add(capture.parameter, source)
          } else {
            needsAutomaton = true
          }
        }
      }
      // Only the tree reads other parts of a link, and checks values that can be ignored.
      if !route.specification.parts.isEmpty
        || route.conditions.contains(where: { $0.filter != nil })
      {
        needsAutomaton = true
      }
      var flags = needsAutomaton ? FlatTable.automatonValues : 0
      if needsAutomaton || !delimiters[delimiterCount...].allSatisfy({ $0.areFree }) {
        flags |= FlatTable.unclearValues
      }
      addQueryItems(of: route)
      if captures.count > start + 1 {
        captures[start...].sort { $0.parameter < $1.parameter }
      }
      self.routes.append(UInt32(truncatingIfNeeded: variant.route) | flags)
      values.append(
        FlatTable.Values(
          captures: UInt32(truncatingIfNeeded: start), segments: wholeSegments(from: start)))
    }
    values.append(FlatTable.Values(captures: UInt32(truncatingIfNeeded: captures.count)))
  }

  /// The `segments` of a variant, by its captures, which are the last.
  private func wholeSegments(from start: Int) -> UInt32 {
    var segments: UInt32 = 0
    for (parameter, capture) in captures[start...].enumerated() {
      guard case .segment(let segment) = capture.source, Int(capture.parameter) == parameter,
        segment < UInt32.bitWidth, segments >> UInt32(segment) == 0
      else { return 0 }
      segments |= 1 << UInt32(segment)
    }
    return segments
  }

  private mutating func addQueryItems(of route: TableRoute) {
    for condition in route.conditions {
      guard let parameter = condition.parameter else { continue }
      let name = condition.query.name.utf8
      add(
        parameter,
        .query(
          start: Int32(row: queryNames.count),
          count: Int32(row: name.count)))
      queryNames += name
    }
  }

  /// The source of an expression's capture; `nil` if only running the expression finds it.
  private mutating func source(
    of capture: TableVariant.Capture, _ variant: TableVariant, _ route: TableRoute
  ) -> FlatTable.Capture.Source? {
    guard !route.specification.pattern.isAbsentWhenEmpty(capture) else { return nil }
    switch capture.source {
    case .segment, .all: return nil
    case .piece(let segment, let number):
      guard case .piece(_, let program) = variant.segments[segment], let found = program.places
      else { return nil }
      return source(Int32(row: segment), found, found.places[number])
    case .rest(let number, let isRaw):
      guard case .program(let program)? = variant.rest,
        case .between(let start, let end)? = program.places?.places[number]
      else { return nil }
      let segment = Int32(row: variant.segments.count)
      // A raw value that reaches the end includes a trailing slash, which no automaton reads.
      return isRaw && end.isEnd
        ? .restFrom(segment, start: start) : .restPart(segment, start: start, end: end)
    }
  }

  private mutating func source(
    _ segment: Int32, _ found: CapturePlaces, _ place: CapturePlace
  ) -> FlatTable.Capture.Source? {
    switch place {
    case .between(let start, let end):
      return start.isStart && end.isEnd
        ? .segment(segment) : .part(segment, start: start, end: end)
    case .open(let number):
      guard let delimiters = found.delimiters else { return nil }
      self.delimiters.append(delimiters)
      return .delimited(
        segment, delimiters: Int32(row: self.delimiters.count - 1), number: number)
    }
  }

  private mutating func add(_ parameter: Int, _ source: FlatTable.Capture.Source) {
    captures.append(
      FlatTable.Capture(parameter: Int32(row: parameter), source: source))
  }
}
