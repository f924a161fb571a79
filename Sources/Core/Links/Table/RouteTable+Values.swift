import Diagnostics
import Languages

extension RouteTable {
  /// Reads the values of the winning variant from a link.
  ///
  /// - Parameter link: The whole link; that of the path may be only its fragment.
  func match(
    _ index: Int, _ path: LinkPath, of link: Link, query: [QueryItem], base: Int?
  ) -> RouteMatch {
    let variant = variants[index]
    let route = routes[variant.route]
    let count = route.parameterCount
    var values: [String?] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(nil) }
    var reader = CaptureReader(variant: variant, path: path)
    for capture in variant.captures {
      let value = reader.value(of: capture.source)
      // An optional part that matches nothing is absent, as in the URL Pattern standard.
      let isAbsent =
        value?.utf8.isEmpty == true && route.specification.pattern.isAbsentWhenEmpty(capture)
      values[capture.parameter] = isAbsent ? nil : value
    }
    for condition in route.conditions {
      guard let parameter = condition.parameter else { continue }
      let value = query.first { sameBytes($0.name, condition.query.name) }?.value
      let isIgnored = value.flatMap { value in condition.filter.map { !$0.fits(value) } } ?? false
      values[parameter] = isIgnored ? nil : value
    }
    let parts = route.specification.parts
    for (offset, part) in parts.enumerated() {
      values[count - parts.count + offset] = (part == .query ? path.link : link).part(part)
    }
    return RouteMatch(
      route: variant.route, content: LinkContent(values: values, query: query), base: base)
  }
}

extension Pattern {
  /// Whether a parameter is the whole of a part with `?`.
  func isAbsentWhenEmpty(_ capture: TableVariant.Capture) -> Bool {
    parts.contains {
      $0.parameter == capture.parameter && $0.modifier == .optional && $0.prefix.isEmpty
        && $0.suffix.isEmpty
    }
  }
}

/// Reads the values of a variant that is known to match, running each automaton once.
private struct CaptureReader: ~Copyable {
  let variant: TableVariant
  let path: LinkPath
  /// The input and captures of the last automaton; the segment is `nil` for the rest.
  private var last: (segment: Int?, symbols: [Symbol], slots: [Int])?

  init(variant: TableVariant, path: LinkPath) {
    self.variant = variant
    self.path = path
  }

  mutating func value(of source: TableVariant.Capture.Source) -> String? {
    let start = variant.segments.count
    switch source {
    case .segment(let segment): return text(of: path.bytes(segment))
    case .all: return path.rawText(1..<Int.max, from: start)
    case .piece(let segment, let capture):
      guard let (symbols, range) = read(capture, segment: segment) else { return nil }
      return text(of: symbols[range].map(Self.byte))
    case .rest(let capture, let isRaw):
      guard let (symbols, range) = read(capture, segment: nil) else { return nil }
      return isRaw ? path.rawText(range, from: start) : text(of: symbols[range].map(Self.byte))
    }
  }

  /// The separator is a slash again.
  private static func byte(_ symbol: Symbol) -> UInt8 {
    symbol == separator ? UInt8(ascii: "/") : UInt8(truncatingIfNeeded: symbol)
  }

  private mutating func read(_ capture: Int, segment: Int?) -> ([Symbol], Range<Int>)? {
    if last == nil || last?.segment != segment { last = run(segment: segment) }
    guard let last, let range = Program.range(capture, in: last.slots) else { return nil }
    return (last.symbols, range)
  }

  private func run(segment: Int?) -> (segment: Int?, symbols: [Symbol], slots: [Int])? {
    if let segment, case .piece(_, let program) = variant.segments[segment] {
      let symbols = path.bytes(segment).map { Symbol($0) }
      return program.match(symbols, capturing: true).map { (segment, symbols, $0) }
    }
    guard case .program(let program)? = variant.rest else { return nil }
    let symbols = path.symbols(from: variant.segments.count)
    return program.match(symbols, capturing: true).map { (nil, symbols, $0) }
  }
}
